import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Journal } from '../fake-whatsapp/journal.ts';
import { findPhone, PAGES, WABA } from './accounts.ts';
import { Shelf } from './shelf.ts';

/** The channels that the fake plays, by the names of the product. */
export const metaChannelSchema = z.enum(['whatsappapi', 'facebook', 'instagram']);
export type MetaChannel = z.infer<typeof metaChannelSchema>;

const personSchema = z.object({
  channel: metaChannelSchema,
  /** Id of the account that the person writes to: a number's, a page's or an Instagram account's. */
  accountId: z.string(),
  /** Phone number or other name by which the sandbox calls the person. */
  contact: z.string(),
  name: z.string(),
  /** Number on WhatsApp, PSID on Messenger, IGSID on Instagram. */
  id: z.string(),
  /** WhatsApp's id of the person for this business, BSUID; '' on the other channels. */
  userId: z.string(),
  /** Epoch milliseconds of the person's last message; 0 for never. */
  wroteAtMs: z.number(),
  /** Whether the person stopped marketing messages of the business. */
  stopsMarketing: z.boolean().default(false),
});
export type Person = z.output<typeof personSchema>;

/** Returns digits that are different for every scope and do not reveal the person. */
const scopedId = (scope: string, contact: string, digits: number): string => {
  const hash = createHash('sha256').update(`${scope}:${contact}`).digest().readBigUInt64BE();
  return `1${String(hash % 10n ** BigInt(digits - 1)).padStart(digits - 1, '0')}`;
};

const PSID_DIGITS = 16;
const BSUID_DIGITS = 17;

/** Returns the PSID or IGSID of a person, which Meta scopes to the account; on WhatsApp the number. */
const idOf = (channel: MetaChannel, accountId: string, contact: string): string =>
  channel === 'whatsappapi' ? contact : scopedId(accountId, contact, PSID_DIGITS);

const userIdOf = (channel: MetaChannel, contact: string): string =>
  channel === 'whatsappapi' ? `BR.${scopedId(WABA.id, contact, BSUID_DIGITS)}` : '';

const nameOf = ({ channel, accountId, contact }: Pick<Person, 'channel' | 'accountId' | 'contact'>): string =>
  `${channel}/${accountId}/${contact}`;

/** Returns the channel of an account; undefined for an unknown account. */
export const channelOfAccount = (accountId: string): MetaChannel | undefined => {
  if (findPhone(accountId) !== undefined) return 'whatsappapi';
  if (PAGES.some(({ id }) => id === accountId)) return 'facebook';
  return PAGES.some(({ instagram }) => instagram?.id === accountId) ? 'instagram' : undefined;
};

/** The people who write to the accounts. */
export class People {
  private readonly shelf: Shelf<typeof personSchema>;

  constructor(journal: Journal) {
    this.shelf = new Shelf(journal, 'person', personSchema);
  }

  /** Returns a person who writes to an account or is written to, with the newest given name. */
  open(channel: MetaChannel, accountId: string, contact: string, name = ''): Person {
    const known = this.shelf.get(nameOf({ channel, accountId, contact }));
    if (known !== undefined && (name === '' || name === known.name)) return known;
    const person = {
      ...(known ?? {
        channel,
        accountId,
        contact,
        id: idOf(channel, accountId, contact),
        userId: userIdOf(channel, contact),
        wroteAtMs: 0,
        stopsMarketing: false,
      }),
      name,
    };
    this.shelf.set(nameOf(person), person);
    return person;
  }

  /** Returns a person of an account by PSID, IGSID or number. */
  find(accountId: string, id: string): Person | undefined {
    return this.shelf.all().find((person) => person.accountId === accountId && person.id === id);
  }

  /** Returns a person by BSUID, which is the same for every number of the business. */
  findByUserId(userId: string): Person | undefined {
    return userId === '' ? undefined : this.shelf.all().find((person) => person.userId === userId);
  }

  /** Returns a person by PSID or IGSID, which no two accounts share. */
  findOnPages(id: string): Person | undefined {
    return this.shelf.all().find((person) => person.channel !== 'whatsappapi' && person.id === id);
  }

  choose(person: Person, stopsMarketing: boolean): void {
    this.shelf.set(nameOf(person), { ...person, stopsMarketing });
  }

  wrote(person: Person, atMs: number): void {
    this.shelf.set(nameOf(person), { ...person, wroteAtMs: atMs });
  }
}
