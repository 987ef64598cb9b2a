import * as z from 'zod';
import { boundedCards, escapedInVcard } from '../../domain/messages/vcard.ts';
import { cutText, optionalText } from './cloud-fields.ts';
import type { Understood } from './incoming-content.ts';

const MAX_CARDS = 100;
/** Maximum number of characters of a card, as the inbound queue accepts it. */
const CARD_CHARS = 20_000;
const NAME_CHARS = 500;
/** Maximum number of phones, and of e-mail addresses, of a card. */
const MAX_ENTRIES = 20;

const word = optionalText(NAME_CHARS);
/** Schema of a list of at most `max` entries; malformed entries are skipped. */
const listOf = <S extends z.ZodType>(entry: S, max: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.slice(0, max).flatMap((raw): z.output<S>[] => {
        const parsed = entry.safeParse(raw);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** A contact that the customer shares. All parts are optional in practice, also the name. */
const cardSchema = z.object({
  name: z
    .object({
      formatted_name: word,
      first_name: word,
      middle_name: word,
      last_name: word,
      prefix: word,
      suffix: word,
    })
    .catch({}),
  phones: listOf(z.object({ phone: word, wa_id: word, type: word }), MAX_ENTRIES),
  emails: listOf(z.object({ email: word, type: word }), MAX_ENTRIES),
  org: z.object({ company: word, department: word, title: word }).catch({}),
});
type Card = z.output<typeof cardSchema>;

const present = (texts: readonly (string | undefined)[]): string[] => texts.flatMap((text) => text || []);

const nameOf = ({ name, org, phones, emails }: Card): string =>
  present([
    name.formatted_name,
    present([name.first_name, name.middle_name, name.last_name]).join(' '),
    org.company,
    phones[0]?.phone,
    phones[0]?.wa_id,
    emails[0]?.email,
  ])[0] ?? '';

/** Returns the property's line; none without a value. Parts of a value are joined by semicolons. */
const property = (name: string, ...parts: readonly (string | undefined)[]): string[] =>
  present(parts).length === 0 ? [] : [`${name}:${parts.map((part) => escapedInVcard(part ?? '')).join(';')}`];

/** Returns the type as a parameter; types that users made up in other alphabets are left out. */
const typeOf = (type: string | undefined): string =>
  type !== undefined && /^[A-Za-z-]{1,20}$/.test(type) ? `;TYPE=${type.toUpperCase()}` : '';

const phoneLine = ({ phone, wa_id, type }: Card['phones'][number]): string[] => {
  const waId = wa_id !== undefined && /^\d{1,20}$/.test(wa_id) ? wa_id : undefined;
  const name = `TEL${typeOf(type)}${waId === undefined ? '' : `;waid=${waId}`}`;
  return property(name, phone ?? (waId === undefined ? undefined : `+${waId}`));
};

/** Returns a vCard 3.0 of at most `CARD_CHARS` characters; the properties at its end are left out first. */
const vcardOf = (card: Card, fullName: string): string => {
  const { name, org, phones, emails } = card;
  const { first_name, last_name, middle_name, prefix, suffix } = name;
  const first = present([first_name, last_name]).length === 0 ? fullName : first_name;
  const frame = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${escapedInVcard(fullName)}`];
  const end = 'END:VCARD';
  let room = CARD_CHARS - [...frame, end].join('\n').length;
  const kept = [
    ...property('N', last_name, first, middle_name, prefix, suffix),
    ...phones.flatMap(phoneLine),
    ...emails.flatMap(({ email, type }) => property(`EMAIL${typeOf(type)}`, email)),
    ...property('ORG', org.company, org.department),
    ...property('TITLE', org.title),
  ].filter((line) => {
    room -= line.length + 1;
    return room >= 0;
  });
  return [...frame, ...kept, end].join('\n');
};

/** Reads the contacts that a customer shares; malformed and empty ones are skipped. */
export const readContacts = (raw: unknown): Understood | undefined => {
  const contacts = listOf(cardSchema, MAX_CARDS)
    .parse(raw)
    .flatMap((card) => {
      const name = cutText(nameOf(card), NAME_CHARS);
      return name === '' ? [] : [{ name, vcard: vcardOf(card, name) }];
    });
  return contacts.length === 0
    ? undefined
    : { content: { kind: 'contacts', contacts: boundedCards(contacts) } };
};
