import type { CompanySettings } from '../entities/company.ts';
import type { MediaType, Message, MessageWriter } from '../entities/message.ts';
import type { Identity } from '../messaging/identity.ts';
import { PREVIEW_MARKS } from '../messaging/preview-marks.ts';
import { withoutTail } from './without-tail.ts';

const PREFIX_DIGITS = 4;
const TAIL_DIGITS = 2;
/** Fewer digits in a row tell no number from another: dates and amounts have them as well. */
const TELLING_DIGITS = 6;
/** So many are a whole number with its area's code, whoever's: people are seldom called by anything else as long. */
const WHOLE_NUMBER_DIGITS = 10;
/** In a card, where a quote may have cut a number short. */
const CARD_DIGITS = 5;
/** Digits however they are grouped: up to three marks, spaces or invisible letters between two of them. */
const DIGIT_RUN = /\d(?:[^\p{L}\p{N}\r\n]{0,3}\d)*/gu;
/** What the preview of a card begins with; what follows is a name, which may be a number. */
const CARD_MARK = PREVIEW_MARKS.contactMessage;
/** How WhatsApp writes whom a text mentions. */
const MENTION = /@\d{5,}/g;

/** Whether a company hides its contacts' numbers from this person. */
export const hidesNumbers = (
  settings: Pick<CompanySettings, 'enableLGPD' | 'lgpdHideNumber'>,
  person: { profile: 'admin' | 'user'; super: boolean },
): boolean => settings.enableLGPD && settings.lgpdHideNumber && person.profile === 'user' && !person.super;

const isShown = (index: number, digits: number): boolean =>
  digits > PREFIX_DIGITS + TAIL_DIGITS && (index < PREFIX_DIGITS || index >= digits - TAIL_DIGITS);

/** A number with its prefix and last two digits left. */
export const maskNumber = (number: string): string =>
  [...number].map((digit, index, all) => (isShown(index, all.length) ? digit : '*')).join('');

/** A run of digits with those at some places hidden, its marks left as they are. */
const hideAt = (run: string, isHidden: (index: number) => boolean): string => {
  let index = 0;
  return run.replace(/\d/g, (digit) => (isHidden(index++) ? '*' : digit));
};

/** Hides long runs of digits, whoever's number they are. */
const hideRuns = (text: string, minDigits: number): string =>
  text.replace(DIGIT_RUN, (run) => {
    const { length } = run.replace(/\D/g, '');
    return length < minDigits ? run : hideAt(run, (index) => !isShown(index, length));
  });

/** Places in `digits` that tell a hidden digit of a number: every stretch long enough that both have. */
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

/** How a person reads texts about somebody. */
export interface NumberMask {
  /** A field that holds a number and nothing else. */
  number: (number: string) => string;
  /** What people write, file names and addresses too: of known numbers all but prefix and tail is hidden. */
  text: (text: string) => string;
  /** What somebody is called: any whole number too. */
  name: (name: string) => string;
  /** What a ticket's list shows of its last message. */
  preview: (text: string) => string;
  /** A message's text by its kind: cards are numbers of other people. */
  body: (body: string, mediaType: MediaType) => string;
  /** Data a message is drawn from, with every text in it. */
  data: (data: Message['dataJson'], mediaType: MediaType) => Message['dataJson'];
}

const asItIs = <T>(value: T): T => value;
/** For those who may read numbers. */
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

/** Somebody with numbers. */
export interface Numbered {
  number: string;
  identities?: readonly Identity[];
}

/** Who wrote in a group, as somebody with numbers. */
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
 * The one way in which contacts' numbers are hidden (S-58). Of the numbers of these people nothing but prefix and last
 * two digits is left, in whatever spelling, whole or cut; in names, cards and mentions any number is hidden.
 *
 * What stays readable is a number of somebody else that a person wrote out in a text: nothing tells it from an order's.
 */
export const hideNumbersOf = (...people: readonly Numbered[]): NumberMask => {
  const numbers = digitsOf(people);
  const text = (given: string): string =>
    given
      .replace(DIGIT_RUN, (run) => {
        const places = tellingPlaces(run.replace(/\D/g, ''), numbers);
        return places.size === 0 ? run : hideAt(run, (index) => places.has(index));
      })
      .replace(MENTION, (mention) => `@${maskNumber(mention.slice(1))}`);
  const name = (given: string): string => hideRuns(text(given), WHOLE_NUMBER_DIGITS);
  const body = (given: string, mediaType: MediaType): string =>
    mediaType === 'contactMessage' ? hideRuns(text(given), CARD_DIGITS) : text(given);
  return {
    number: maskNumber,
    text,
    name,
    preview: (given) => (given.startsWith(CARD_MARK) ? hideRuns(text(given), CARD_DIGITS) : text(given)),
    body,
    data: (data, mediaType) => (data === null ? null : mapFields(data, (given) => body(given, mediaType))),
  };
};

/** How a view differs from person to person. */
export interface Presentation {
  /** Contacts' numbers are hidden from this person. */
  maskNumbers?: boolean;
}

/** How a person reads what tells of these people. */
export const maskFor = ({ maskNumbers = false }: Presentation, ...people: readonly Numbered[]): NumberMask =>
  maskNumbers ? hideNumbersOf(...people) : SHOW_NUMBERS;

/** What somebody is called beside the number and other ids; nothing where that is all there is. */
export const nameBesideNumber = (contact: Numbered & { name: string }): string => {
  const { name, identities = [] } = contact;
  if (identities.some(({ value }) => value === name)) return '';
  const numbers = digitsOf([contact]);
  const shown = name
    .replace(DIGIT_RUN, (run) => (tellingPlaces(run.replace(/\D/g, ''), numbers).size === 0 ? run : ''))
    .replace(/\s+/g, ' ');
  const rest = withoutTail(shown, (char) => /[\s+(@-]/.test(char));
  return rest.length === name.length || /\p{L}/u.test(rest) ? rest : '';
};
