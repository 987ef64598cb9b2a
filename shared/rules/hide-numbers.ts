import type { MediaType, Message, MessageWriter } from '../entities/message.ts';
import type { CompanySettings } from '../entities/settings.ts';
import type { Identity } from '../messaging/identity.ts';
import { PREVIEW_MARKS } from '../messaging/preview-marks.ts';
import { withoutTail } from './without-tail.ts';
import { isVisible } from './written-text.ts';

const PREFIX_DIGITS = 4;
const TAIL_DIGITS = 2;
/** Fewer consecutive digits do not identify a number, because dates and amounts have them, too. */
const TELLING_DIGITS = 6;
/** From this many digits on, a text is a whole number with area code: names seldom contain that many digits. */
const WHOLE_NUMBER_DIGITS = 10;
/** Minimum in a contact card, because a quote may have truncated a number. */
const CARD_DIGITS = 5;
/** Digits in any grouping: up to three marks, spaces or invisible characters between two of them. */
const DIGIT_RUN = /\d(?:[^\p{L}\p{N}\r\n]{0,3}\d)*/gu;
/** The start of a card's preview; a name follows, which may be a number. */
const CARD_MARK = PREVIEW_MARKS.contactMessage;
/** WhatsApp's format for a mention in a text. */
const MENTION = /@\d{5,}/g;

/** Whether a company hides its contacts' numbers from this user. */
export const hidesNumbers = (
  settings: Pick<CompanySettings, 'enableLGPD' | 'lgpdHideNumber'>,
  person: { profile: 'admin' | 'user'; super: boolean },
): boolean => settings.enableLGPD && settings.lgpdHideNumber && person.profile === 'user' && !person.super;

const isShown = (index: number, digits: number): boolean =>
  digits > PREFIX_DIGITS + TAIL_DIGITS && (index < PREFIX_DIGITS || index >= digits - TAIL_DIGITS);

/** Masks a number except for its prefix and its last two digits. */
export const maskNumber = (number: string): string =>
  [...number].map((digit, index, all) => (isShown(index, all.length) ? digit : '*')).join('');

/** Masks the digits at some positions of a run of digits, and keeps its marks. */
const hideAt = (run: string, isHidden: (index: number) => boolean): string => {
  let index = 0;
  return run.replace(/\d/g, (digit) => (isHidden(index++) ? '*' : digit));
};

/** Masks long runs of digits, for any person's number. */
const hideRuns = (text: string, minDigits: number): string =>
  text.replace(DIGIT_RUN, (run) => {
    const { length } = run.replace(/\D/g, '');
    return length < minDigits ? run : hideAt(run, (index) => !isShown(index, length));
  });

/**
 * Returns the positions in `digits` that would reveal hidden digits of a number: every common run that is long
 * enough.
 */
const tellingPlaces = (digits: string, numbers: readonly string[]): Set<number> => {
  const places = new Set<number>();
  for (let start = 0; start + TELLING_DIGITS <= digits.length; start++) {
    const stretch = digits.slice(start, start + TELLING_DIGITS);
    for (const number of numbers) {
      for (let at = number.indexOf(stretch); at !== -1; at = number.indexOf(stretch, at + 1)) {
        for (let offset = 0; offset < TELLING_DIGITS; offset++) {
          if (!isShown(at + offset, number.length)) places.add(start + offset);
        }
      }
    }
  }
  return places;
};

/** Masking of numbers in texts about some contacts, for one user. */
export interface NumberMask {
  /** A field that contains only a number. */
  number: (number: string) => string;
  /**
   * Texts that people write, including file names and addresses: of known numbers only prefix and last digits remain.
   */
  text: (text: string) => string;
  /** Names: any whole number is masked, too. */
  name: (name: string) => string;
  /** A ticket's preview of its last message. */
  preview: (text: string) => string;
  /** A message's text, by its kind: contact cards contain numbers of other people. */
  body: (body: string, mediaType: MediaType) => string;
  /** Data that a message is rendered from, with every text in it. */
  data: (data: Message['dataJson'], mediaType: MediaType) => Message['dataJson'];
}

const asItIs = <T>(value: T): T => value;
/** For users who may read numbers. */
const SHOW_NUMBERS: NumberMask = {
  number: asItIs,
  text: asItIs,
  name: asItIs,
  preview: asItIs,
  body: asItIs,
  data: asItIs,
};

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  return typeof value === 'object' && value !== null ? mapFields(value, change) : value;
};
const mapFields = (fields: object, change: (text: string) => string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, mapTexts(value, change)]));

/** A person with a number and other identities. */
export interface Numbered {
  number: string;
  /** The number of a group is an id that cannot be called, so it is never masked. */
  isGroup?: boolean;
  identities?: readonly Identity[];
}

/** Returns the number and identity of a group message's writer. */
export const numbersOfWriter = ({ number, identity }: MessageWriter): Numbered => ({
  number,
  identities: identity === undefined ? [] : [identity],
});

const numbersOf = ({ number, identities = [] }: Numbered): string[] => [
  number,
  ...identities.filter(({ kind }) => kind === 'phone').map(({ value }) => value),
];

const digitsOf = (people: readonly Numbered[]): string[] =>
  [...new Set(people.flatMap(numbersOf).map((number) => number.replace(/\D/g, '')))].filter(
    (number) => number.length >= TELLING_DIGITS,
  );

/**
 * Returns the mask that hides contacts' numbers (S-58); all hiding goes through this function. Of the numbers of
 * these people only prefix and last two digits remain, in any spelling, whole or truncated; in names, contact cards
 * and mentions any number is masked. A group's own id stays visible.
 *
 * Another person's number in a text stays readable, because it cannot be distinguished from an order number.
 */
export const hideNumbersOf = (...people: readonly Numbered[]): NumberMask => {
  const numbers = digitsOf(people.filter(({ isGroup = false }) => !isGroup));
  const groups = new Set(people.filter(({ isGroup = false }) => isGroup).map(({ number }) => number));
  const text = (given: string): string =>
    given
      .replace(DIGIT_RUN, (run) => {
        const places = tellingPlaces(run.replace(/\D/g, ''), numbers);
        return places.size === 0 ? run : hideAt(run, (index) => places.has(index));
      })
      .replace(MENTION, (mention) => `@${maskNumber(mention.slice(1))}`);
  const name = (given: string): string =>
    groups.has(given) ? given : hideRuns(text(given), WHOLE_NUMBER_DIGITS);
  const body = (given: string, mediaType: MediaType): string =>
    mediaType === 'contactMessage' ? hideRuns(text(given), CARD_DIGITS) : text(given);
  return {
    number: (given) => (groups.has(given) ? given : maskNumber(given)),
    text,
    name,
    preview: (given) => (given.startsWith(CARD_MARK) ? hideRuns(text(given), CARD_DIGITS) : text(given)),
    body,
    data: (data, mediaType) => (data === null ? null : mapFields(data, (given) => body(given, mediaType))),
  };
};

/** Options of a view that depend on the user who reads it, and when. */
export interface Presentation {
  /** Contacts' numbers are hidden from this user. */
  maskNumbers?: boolean;
  /** Returns a short-lived link to a stored file; without it the view contains no pictures. */
  link?: (key: string) => string;
}

/** Returns the mask with which a user reads data about these people. */
export const maskFor = ({ maskNumbers = false }: Presentation, ...people: readonly Numbered[]): NumberMask =>
  maskNumbers ? hideNumbersOf(...people) : SHOW_NUMBERS;

/**
 * Returns the name under which people see a contact (S-37). A name that shows nothing, as earlier releases stored it,
 * is replaced by the number, or by another identity.
 */
export const shownName = ({ name, number, identities = [] }: Numbered & { name: string }): string =>
  isVisible(name) ? name : number || (identities[0]?.value ?? '');

/** Returns a contact's name without its number and other ids; empty if nothing else remains. */
export const nameBesideNumber = (contact: Numbered & { name: string }): string => {
  const { name, identities = [] } = contact;
  if (!isVisible(name) || identities.some(({ value }) => value === name)) return '';
  const numbers = digitsOf([contact]);
  const shown = name
    .replace(DIGIT_RUN, (run) => (tellingPlaces(run.replace(/\D/g, ''), numbers).size === 0 ? run : ''))
    .replace(/\s+/g, ' ');
  const rest = withoutTail(shown, (char) => /[\s+(@-]/.test(char));
  return rest.length === name.length || /\p{L}/u.test(rest) ? rest : '';
};
