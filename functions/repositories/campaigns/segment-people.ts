import type {
  Campaign,
  CampaignReceiver as CampaignReceiverFields,
} from '@prosa/shared/entities/campaign.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { TICKETS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import type { PlannedPerson } from '../../domain/campaigns/plan-receivers.ts';
import { type Segment, segmentOf } from '../../domain/campaigns/segment.ts';
import type { Directory } from '../../platform/directory.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { CampaignContact } from '../../platform/table/entities/campaigns.ts';
import { Contact } from '../../platform/table/entities/contacts.ts';
import type { Table } from '../../platform/table/table.ts';
import { readTicketPage } from '../tickets/ticket-lists.ts';
import type { TicketRow } from '../tickets/tickets.ts';
import { loadReceivers } from './receivers.ts';

/** Tickets that are examined for a page of a plan; the page of the list that reaches them is read to its end. */
const EXAMINED_MAX = 2_000;
/** For an estimate: contacts that are counted, and tickets that are examined: 500 read units. */
const COUNTED_MAX = 2_000;
const EXAMINED_TO_COUNT_MAX = 5_000;

/** A user without rights: if numbers are hidden from anyone, they are hidden from this one. */
const PLAIN_USER = { profile: 'user', super: false } as const;

/** Returns the segment of a campaign's filter; undefined if the campaign has no filter, or repeats another campaign. */
export const segmentFor = (
  { followUp, ticketFilter }: Pick<Campaign, 'followUp' | 'ticketFilter'>,
  { queues, company, settings }: Directory,
  nowMs: number,
): Segment | undefined =>
  ticketFilter === '' || followUp !== null
    ? undefined
    : segmentOf(ticketFilter, {
        queueIds: [...queues.keys()],
        moment: { timeZone: company.timeZone, nowMs },
        hidesNumbers: hidesNumbers(settings, PLAIN_USER),
      });

interface TicketWalk {
  /** Continues behind this sort key; '' for the first page. */
  after: string;
  tickets: number;
  examined: number;
}

/**
 * Returns the next tickets of a segment by their last activity, the oldest first: a ticket that becomes active meanwhile
 * moves to the end, and is met again rather than missed. Ten read units for every 40 tickets, see `readTicketPage`.
 */
const walk = async (
  table: Table,
  { runs, queueCount, matches, active }: Segment,
  { after, tickets: wanted, examined: examinedMax }: TicketWalk,
): Promise<{ tickets: TicketRow[]; next?: string }> => {
  const tickets: TicketRow[] = [];
  let examined = 0;
  let next = after === '' ? undefined : after;
  do {
    const page = await readTicketPage(table, {
      partitions: runs,
      queueCount,
      active,
      order: 'asc',
      after: next,
      perPage: Math.min(TICKETS_PER_PAGE, wanted - tickets.length),
      filter: (ticket) => {
        examined += 1;
        return matches(ticket);
      },
    });
    tickets.push(...page.rows);
    next = page.next;
  } while (next !== undefined && tickets.length < wanted && examined < examinedMax);
  return next === undefined ? { tickets } : { tickets, next };
};

const contactsOf = (tickets: readonly TicketRow[]): number[] => [
  ...new Set(tickets.map(({ contactId }) => contactId)),
];

/**
 * Returns which contacts the plan of a campaign has. A read unit for each contact, and one for each that it probably has.
 * @param planned receivers of the plan
 */
const plannedAmong = async (
  table: Table,
  campaignId: number,
  contactIds: readonly number[],
  planned: number,
): Promise<ReadonlySet<number>> => {
  const keys = contactIds.map((contactId) => ({ campaignId, contactId }));
  const rows = await table.getMany(CampaignContact, keys, { consistent: true });
  const places = rows.filter((row) => row !== undefined).filter(({ position }) => position < planned);
  const receivers = await loadReceivers(table, places);
  return new Set(receivers.flatMap(({ contactId }) => contactId ?? []));
};

/** Returns contacts as people of a plan, without those that were merged into others. Half a read unit for each. */
export const peopleOf = async (table: Table, contactIds: readonly number[]): Promise<PlannedPerson[]> => {
  const contacts = await table.getMany(
    Contact,
    contactIds.map((id) => ({ id })),
  );
  return contacts.flatMap((contact): PlannedPerson[] =>
    contact === undefined || contact.mergedInto !== null || contact.isGroup
      ? []
      : [
          {
            place: contact.id,
            name: contact.name,
            number: contact.number,
            email: contact.email,
            contactId: contact.id,
            numberState: 'unchecked',
            isUnwilling: !contact.active || contact.marketingStoppedAt !== null,
          },
        ],
  );
};

/**
 * Returns people of the segment who are not planned yet, from the next `limit` tickets at most. The result may be empty
 * although later tickets have unplanned contacts. Read units: a quarter for each ticket, and one and a half for each new
 * contact; two for each contact that is already planned.
 * @param planned receivers of the plan
 * @param after where the plan has come to
 */
export const nextSegmentPeople = async (
  table: Table,
  segment: Segment,
  { campaignId, planned, after }: { campaignId: number; planned: number; after: string },
  limit: number,
): Promise<{ people: PlannedPerson[]; next?: string }> => {
  const { tickets, ...rest } = await walk(table, segment, { after, tickets: limit, examined: EXAMINED_MAX });
  const contactIds = contactsOf(tickets);
  const have = await plannedAmong(table, campaignId, contactIds, planned);
  const people = await peopleOf(
    table,
    contactIds.filter((id) => !have.has(id)),
  );
  return { people, ...rest };
};

/** Returns the writes that let a plan find its receivers by their contacts. */
export const plannedContactItems = (
  table: Table,
  receivers: readonly CampaignReceiverFields[],
  nowMs: number,
): WriteItem[] =>
  receivers.flatMap(({ companyId, campaignId, contactId, position }) =>
    contactId === null
      ? []
      : [table.put(CampaignContact, { companyId, campaignId, contactId, position }, 'any', nowMs)],
  );

/** The counted people of a segment. */
interface SegmentCount {
  /** Contacts that are not planned yet, in the order of the plan. */
  contactIds: number[];
  /** Whether there may be more. */
  more: boolean;
}

/**
 * Counts the people of a segment who are not planned yet: 2,000 contacts at most, of the first 5,000
 * tickets that are examined. At most 500 read units, and two more for each contact if there is a plan.
 * @param planned receivers of the plan
 */
export const countSegment = async (
  table: Table,
  segment: Segment,
  { campaignId, planned }: { campaignId: number; planned: number },
): Promise<SegmentCount> => {
  const where = { after: '', tickets: COUNTED_MAX, examined: EXAMINED_TO_COUNT_MAX };
  const { tickets, next } = await walk(table, segment, where);
  const contactIds = contactsOf(tickets);
  const have = planned === 0 ? new Set() : await plannedAmong(table, campaignId, contactIds, planned);
  return { contactIds: contactIds.filter((id) => !have.has(id)), more: next !== undefined };
};
