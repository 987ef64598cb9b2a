import { shownName } from '@prosa/shared/rules/hide-numbers.ts';

/** Returns a text as a value in a vCard (RFC 6350, section 3.4). */
export const escapedInVcard = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/([,;])/g, '\\$1');

/** Pictures, sounds and keys of a card: most of its size, and never shown. A line that begins with a blank continues. */
const ATTACHED = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:][^\n]*(?:\n[ \t][^\n]*)*\n?/gim;

/** Returns a card without its pictures, sounds and keys. */
export const withoutPictures = (vcard: string): string => vcard.replace(ATTACHED, '');

/** Maximum number of cards of a message, of characters of a card and its name, and of all cards together. */
const MAX_CARDS = 100;
const CARD_CHARS = 20_000;
const NAME_CHARS = 500;
const CARDS_CHARS = 100_000;

/**
 * Returns the cards that a customer shares, small enough for queue and table: without pictures, each cut, and without
 * the last ones of a list that is still too long.
 */
export const boundedCards = (
  cards: readonly { name: string; vcard: string }[],
): { name: string; vcard: string }[] => {
  let room = CARDS_CHARS;
  return cards
    .slice(0, MAX_CARDS)
    .map(({ name, vcard }) => ({
      name: name.slice(0, NAME_CHARS),
      vcard: withoutPictures(vcard).slice(0, CARD_CHARS),
    }))
    .filter(({ name, vcard }) => {
      room -= name.length + vcard.length;
      return room >= 0;
    });
};

/** Returns a contact as a vCard that phones can save. */
export const vcardOf = (contact: { name: string; number: string; email: string }): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escapedInVcard(shownName(contact))};;;`,
    `FN:${escapedInVcard(shownName(contact))}`,
    ...(contact.number === '' ? [] : [`TEL;type=CELL;waid=${contact.number}:+${contact.number}`]),
    ...(contact.email === '' ? [] : [`EMAIL:${escapedInVcard(contact.email)}`]),
    'END:VCARD',
  ].join('\n');
