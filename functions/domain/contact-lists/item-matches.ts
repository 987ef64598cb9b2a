import type { ContactListItem } from '@prosa/shared/entities/contact-list.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

const NUMBER = /^[\d\s+().-]+$/;

/**
 * Whether a list's item has the searched text in its name or e-mail address, or the searched digits in its number, in
 * either spelling of a Brazilian mobile number. An empty search matches every item.
 */
export const itemMatches = (
  { name, number, email }: Pick<ContactListItem, 'name' | 'number' | 'email'>,
  search: string,
): boolean => {
  const text = search.trim();
  if (text === '') return true;
  const words = normalizeForSearch(text);
  if (words !== '' && normalizeForSearch(name).includes(words)) return true;
  if (email.toLowerCase().includes(text.toLowerCase())) return true;
  const digits = NUMBER.test(text) ? text.replace(/\D/g, '') : '';
  return (
    digits !== '' && (number.includes(digits) || canonicalPhone(number).includes(canonicalPhone(digits)))
  );
};
