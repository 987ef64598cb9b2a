import type { Campaign, CampaignStatus } from '@prosa/shared/entities/campaign.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import type { PlannedPerson } from '../../domain/campaigns/plan-receivers.ts';
import { Contact, ContactAlias } from '../../platform/table/entities/contacts.ts';
import { Conversation } from '../../platform/table/entities/messages.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import type { Table } from '../../platform/table/table.ts';
import { ownersOfListedNumbers } from '../contacts/contact-list-items.ts';
import { nextPeople } from './campaign-people.ts';
import { type CampaignRow, listCampaigns } from './campaigns.ts';
import { receiversPage } from './receivers.ts';

/** Maximum of people that are examined for an estimate. */
export const EXAMINED_MAX = 200;
/** Pages that are read for them, because the copy of a campaign leaves many of its receivers out. */
const PAGES_MAX = 5;
/** Maximum of other campaigns in which they are looked up. */
const OTHERS_MAX = 5;
/** Campaigns of these statuses come first in the list. */
const COMING: ReadonlySet<CampaignStatus> = new Set(['running', 'paused', 'scheduled']);

type Person = Omit<PlannedPerson, 'place'>;

/** The first people that a campaign would be sent to now. */
export interface FirstPeople {
  people: Person[];
  /** Whether these are all. */
  isAll: boolean;
}

/**
 * Returns the first people that a campaign would be sent to now: those of its plan who wait, or before its first start
 * those of its list, tag or earlier campaign, see `nextPeople`; for those of a filter, see `countSegment`. Undefined if the
 * list, tag or campaign is gone. At most 200 people.
 * @param next the next position of a campaign that was started; undefined before
 */
export const firstPeople = async (
  table: Table,
  campaign: Campaign,
  next: number | undefined,
): Promise<FirstPeople | undefined> => {
  if (next !== undefined) {
    const page = await receiversPage(table, { campaignId: campaign.id, from: next, limit: EXAMINED_MAX });
    const people = page.rows
      .filter(({ state }) => state === 'waiting')
      .map(({ name, number, email, contactId }) => ({
        name,
        number,
        email,
        contactId,
        numberState: 'unchecked' as const,
        isUnwilling: false,
      }));
    // Others may have joined since.
    return { people, isAll: false };
  }
  const people: Person[] = [];
  let after = 0;
  for (let page = 0; page < PAGES_MAX && people.length < EXAMINED_MAX; page++) {
    const found = await nextPeople(table, campaign, after, EXAMINED_MAX);
    if (found === undefined) return undefined;
    people.push(...found.people);
    if (found.isLast) return { people: people.slice(0, EXAMINED_MAX), isAll: people.length <= EXAMINED_MAX };
    after = found.through;
  }
  return { people: people.slice(0, EXAMINED_MAX), isAll: false };
};

/** Returns the contact of each person, undefined for numbers without one. */
const contactsOf = async (table: Table, people: readonly Person[]): Promise<(number | undefined)[]> => {
  const identities = people.map(({ number }) => ({ kind: 'phone' as const, value: canonicalPhone(number) }));
  const aliases = await table.getMany(ContactAlias, identities);
  return people.map(({ contactId }, index) => contactId ?? aliases[index]?.contactId);
};

/** Returns which contacts ever wrote over a connection. */
const writersAmong = async (
  table: Table,
  contactIds: readonly number[],
  connectionId: number,
): Promise<ReadonlySet<number>> => {
  const conversations = (
    await table.getMany(
      Conversation,
      contactIds.map((contactId) => ({ contactId, connectionId })),
    )
  ).filter((row) => row !== undefined);
  // While a ticket is active, only the ticket knows of the messages since.
  const active = conversations.flatMap(({ heardAt, activeTicketId }) =>
    heardAt === null && activeTicketId !== null ? [{ id: activeTicketId }] : [],
  );
  const tickets = await table.getMany(Ticket, active);
  return new Set([
    ...conversations.filter(({ heardAt }) => heardAt !== null).map(({ contactId }) => contactId),
    ...tickets.flatMap((ticket) =>
      ticket === undefined || ticket.heardAt === null ? [] : [ticket.contactId],
    ),
  ]);
};

/** Returns whether each person is on the list of another campaign, or has its tag. */
const receivesToo = async (
  table: Table,
  other: CampaignRow,
  own: Campaign,
  people: readonly Person[],
  tagsOf: () => Promise<ReadonlySet<number>[]>,
): Promise<boolean[]> => {
  const { contactListId, tagId } = other;
  // Not of one with a filter of tickets: each person's tickets would have to be read.
  if (tagId !== null) return (await tagsOf()).map((tags) => tags.has(tagId));
  if (contactListId === null) return people.map(() => false);
  if (contactListId === own.contactListId) return people.map(() => true);
  const owners = await ownersOfListedNumbers(
    table,
    contactListId,
    people.map(({ number }) => number),
  );
  return owners.map((owner) => owner !== undefined);
};

/** Returns how many people are also receivers of other campaigns that run, are paused, or are scheduled. */
const countElsewhere = async (
  table: Table,
  own: Campaign,
  people: readonly Person[],
  contacts: readonly (number | undefined)[],
): Promise<number> => {
  const { rows: others } = await listCampaigns(table, {
    limit: OTHERS_MAX,
    maxExamined: OTHERS_MAX + 1,
    filter: ({ id, status }) => id !== own.id && COMING.has(status),
  });
  let tags: Promise<ReadonlySet<number>[]> | undefined;
  const tagsOf = (): Promise<ReadonlySet<number>[]> => {
    tags ??= table
      .getMany(
        Contact,
        contacts.map((id) => ({ id: id ?? 0 })),
      )
      .then((rows) => rows.map((row) => new Set(row?.tags.map(({ id }) => id))));
    return tags;
  };
  const found = await Promise.all(others.map((other) => receivesToo(table, other, own, people, tagsOf)));
  return people.filter((_person, index) => found.some((of) => of[index] === true)).length;
};

/**
 * Returns what is known about people whom a campaign would be sent to. Half a read unit for each person, its contact's
 * conversation and, for each other campaign with another list, its number there: at most 2000 units.
 */
export const examinePeople = async (
  table: Table,
  campaign: Campaign,
  people: readonly Person[],
): Promise<{ strangers: number; alsoElsewhere: number }> => {
  const contacts = await contactsOf(table, people);
  const known = [...new Set(contacts.filter((id) => id !== undefined))];
  const [writers, alsoElsewhere] = await Promise.all([
    writersAmong(table, known, campaign.connectionId),
    countElsewhere(table, campaign, people, contacts),
  ]);
  const strangers = contacts.filter((id) => id === undefined || !writers.has(id)).length;
  return { strangers, alsoElsewhere };
};
