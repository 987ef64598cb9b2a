import type { CompanySettings } from '@prosa/shared/entities/company.ts';

const PREFIX_DIGITS = 4;
const TAIL_DIGITS = 2;

/** Whether a company hides its contacts' numbers from this person. */
export const hidesNumbers = (
  settings: Pick<CompanySettings, 'enableLGPD' | 'lgpdHideNumber'>,
  person: { profile: 'admin' | 'user'; super: boolean },
): boolean => settings.enableLGPD && settings.lgpdHideNumber && person.profile === 'user' && !person.super;

/** A number with its prefix and last two digits left. */
export const maskNumber = (number: string): string => {
  const hidden = Math.max(0, number.length - PREFIX_DIGITS - TAIL_DIGITS);
  return hidden === 0
    ? number.replace(/./g, '*')
    : number.slice(0, PREFIX_DIGITS) + '*'.repeat(hidden) + number.slice(-TAIL_DIGITS);
};

/** A contact's name and number for a person who may not read numbers: a name that is the number gives it away too. */
export const maskContact = <T extends { name: string; number: string }>(contact: T): T => {
  if (contact.number === '') return contact;
  const digits = contact.name.replace(/\D/g, '');
  const tellsNumber =
    digits.length >= 8 && (contact.number.includes(digits) || digits.includes(contact.number));
  return {
    ...contact,
    number: maskNumber(contact.number),
    name: tellsNumber ? maskNumber(digits) : contact.name,
  };
};
