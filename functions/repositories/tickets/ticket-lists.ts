import { TICKETS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { laggingRuns, type MergedPage, mergeRuns, type Run } from '../../domain/tickets/merge-runs.ts';
import { condenseRuns, type TicketRun } from '../../domain/tickets/plan-ticket-list.ts';
import { Attendance, ContactTicket, Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { type Order, placeOf, readContactRun, sortKeyOf } from './ticket-runs.ts';
import type { AttendanceRow, TicketRow } from './tickets.ts';

/** Rows of an index in half a read unit (4 kB): a ticket has 0.6 to 0.8 kB there. */
const ROWS_PER_CALL = 5;
/** Rows read for one page if none is skipped: ten read units. */
const MAX_ROWS_READ = 100;
const OVERLAP_ROWS = 2;
/**
 * A page with a smaller share of its rows is filled up. With less than `SPARSE_SHARE` because of other queues, it is read
 * queue by queue.
 */
const SHORT_SHARE = 3 / 4;
const SPARSE_SHARE = 1 / 4;
/** Maximum of rows that a step skips over all partitions, because of other queues or visibility: forty read units. */
const MAX_PASSED_OVER = 400;
/** Maximum of steps to fill a page that is read from the partition of all queues, or that shows nothing yet. */
const MAX_STEPS = 5;

/** The first and the last instant of a range, which has no limit where one is absent. */
export interface ActiveRange {
  from?: string;
  to?: string;
}

export interface TicketPageOptions {
  /** Result of `planTicketList` or a similar function, or of `planFilter`. */
  partitions: readonly TicketRun[];
  /** Number of queues that the company has. */
  queueCount: number;
  filter: (ticket: TicketRow) => boolean;
  order: Order;
  /** `next` of the page before. */
  after: string | undefined;
  /** Instants between which all tickets that pass the filter were last active. Other tickets are not read. */
  active?: ActiveRange;
  /** Tickets of a full page; {@link TICKETS_PER_PAGE} by default, which is the maximum. */
  perPage?: number;
}

/**
 * Returns the next tickets of a partition that pass the filter. The last of the `rows` tickets only shows that there
 * is more.
 */
const readRun = (
  table: Table,
  partition: TicketRun,
  options: TicketPageOptions,
  rows: number,
  passedOver: number,
): Promise<Run<TicketRow>> => {
  if (partition.by === 'contact') return readContactRun(table, partition.contactId, options);
  const { filter, order, after, perPage = TICKETS_PER_PAGE } = options;
  return table.query(Ticket, {
    ...placeOf(partition),
    order,
    ...(after === undefined ? {} : { after }),
    limit: Math.min(rows - 1, perPage),
    // In the partition of all queues, tickets of unwanted queues are expected.
    ...(partition.by === 'status' ? { pageSize: rows } : {}),
    lookAhead: true,
    maxExamined: rows + passedOver,
    filter,
  });
};

const roundUp = (rows: number): number => Math.ceil(rows / ROWS_PER_CALL) * ROWS_PER_CALL;
const roundDown = (rows: number): number => Math.floor(rows / ROWS_PER_CALL) * ROWS_PER_CALL;

/**
 * Returns how many rows to read of a partition at first: slightly more than its even share of the page, or, for the
 * partition of all queues, as many as probably fill the page.
 */
const firstRows = (
  partition: TicketRun,
  partitions: readonly TicketRun[],
  perPage = TICKETS_PER_PAGE,
): number => {
  const runs = partitions.length;
  const even = runs === 1 ? perPage + 1 : perPage / runs + OVERLAP_ROWS;
  const wanted =
    partition.by === 'status'
      ? (perPage + 1) / partitions.filter(({ by }) => by === 'status').length / partition.share
      : even;
  return Math.max(ROWS_PER_CALL, Math.min(roundUp(wanted), roundDown(MAX_ROWS_READ / runs)));
};

/** Returns the read units that remain of a page's ten if its first step fills it. */
export const unitsBesidePage = (partitions: readonly TicketRun[], queueCount: number): number => {
  const runs = condenseRuns(partitions, queueCount);
  const rows = runs.reduce((all, run) => all + firstRows(run, runs), 0);
  return (MAX_ROWS_READ - rows) / (2 * ROWS_PER_CALL);
};

/** Reads all partitions in parallel, and those that limit the page once more if it stays short. */
const readRuns = async (
  table: Table,
  partitions: readonly TicketRun[],
  options: TicketPageOptions,
): Promise<MergedPage<TicketRow>> => {
  if (partitions.length === 0) return { rows: [] };
  const { order, perPage = TICKETS_PER_PAGE } = options;
  const limits = partitions.map((partition) => firstRows(partition, partitions, perPage));
  const passedOver = Math.ceil(MAX_PASSED_OVER / partitions.length);
  const runs = await Promise.all(
    partitions.map((partition, index) =>
      readRun(table, partition, options, limits[index] ?? ROWS_PER_CALL, passedOver),
    ),
  );
  const first = mergeRuns(runs, sortKeyOf, order, perPage);
  const spare = MAX_ROWS_READ - limits.reduce((sum, limit) => sum + limit, 0);
  if (first.next === undefined || first.rows.length >= perPage * SHORT_SHARE || spare < ROWS_PER_CALL)
    return first;
  const lagging = laggingRuns(runs, sortKeyOf, order, perPage).slice(0, spare / ROWS_PER_CALL);
  const more = roundDown(spare / lagging.length);
  const longer = await Promise.all(
    runs.map(async (run, index): Promise<Run<TicketRow>> => {
      const partition = partitions[index];
      if (partition === undefined || !lagging.includes(index)) return run;
      const rest = await readRun(table, partition, { ...options, after: run.next }, more, passedOver);
      return { ...rest, rows: [...run.rows, ...rest.rows] };
    }),
  );
  return mergeRuns(longer, sortKeyOf, order, perPage);
};

const readFullPage = async (table: Table, options: TicketPageOptions): Promise<MergedPage<TicketRow>> => {
  const { partitions, queueCount, perPage = TICKETS_PER_PAGE } = options;
  const condensed = condenseRuns(partitions, queueCount);
  // The positions of skipped tickets in the partitions must not decide how long the page is.
  const wanted = condensed.length < partitions.length ? perPage : 1;
  let page = await readRuns(table, condensed, options);
  for (let step = 2; page.rows.length < wanted && page.next !== undefined && step <= MAX_STEPS; step++) {
    const runs = page.rows.length < perPage * SPARSE_SHARE ? partitions : condensed;
    const rest = await readRuns(table, runs, { ...options, after: page.next });
    page = { ...rest, rows: [...page.rows, ...rest.rows] };
  }
  if (page.rows.length <= perPage) return page;
  const rows = page.rows.slice(0, perPage);
  const last = rows.at(-1);
  return last === undefined ? page : { rows, next: sortKeyOf(last) };
};

/**
 * Returns a page of a list, 40 tickets (or `perPage`) if the list is long enough. Pages follow one another without gap or repetition,
 * even if tickets move meanwhile.
 *
 * Costs ten read units in two steps of calls if no ticket is skipped. Up to 20 partitions (queues, or those of one
 * user) cost half a unit each; the partition of all queues costs five (one call, 41 rows). So all queues cost the same
 * whether they are 3 or 100, and 20 of 100 queues cost ten. If a list needs more than 20 partitions, or more than half
 * of the company's queues, the partition of all queues is read instead. If fewer than ten of its rows belong to the
 * wanted queues, these queues are then read one by one.
 *
 * Tickets that the caller may not see are skipped before the page is filled: rows, `hasMore` and cursor depend only on
 * visible tickets. A step skips up to 400 rows (forty units), and a page takes five steps at most. One leak remains: if
 * a partition has more hidden tickets in a row than its share of this limit, a page is not full although there are more
 * tickets. This reveals that so many are hidden there; such a response also takes longer.
 */
export const readTicketPage = async (
  table: Table,
  { active = {}, ...options }: TicketPageOptions,
): Promise<MergedPage<TicketRow>> => {
  const { order, after } = options;
  // Runs are sorted by last activity, so the tickets of some days form one range.
  const [first, last] = order === 'asc' ? [active.from, active.to] : [active.to, active.from];
  const page = await readFullPage(table, { ...options, after: after ?? first });
  const isPast =
    last !== undefined && page.next !== undefined && (order === 'asc' ? page.next > last : page.next < last);
  return isPast ? { rows: page.rows } : page;
};

/** Tickets per page of a contact: half a read unit each, and half for the pointers. */
export const CONTACT_TICKETS_PER_PAGE = 16;
/** Maximum of steps for a page that skips tickets which the caller may not see. */
const CONTACT_TICKETS_MAX_STEPS = 5;

/**
 * Returns a page of all tickets of a contact, on every connection, newest first. Two calls, 9 read units, and the
 * same again for every 17 skipped tickets, four times at most. Pointers are written when a ticket is created or
 * removed, so that messages cost nothing for it.
 * @param after `next` of the page before
 * @param filter selects the tickets that the caller may see; the others are skipped before the page is filled
 */
export const listTicketsOfContact = async (
  table: Table,
  contactId: number,
  after?: string,
  filter: (ticket: TicketRow) => boolean = () => true,
): Promise<Page<TicketRow>> => {
  const wanted = CONTACT_TICKETS_PER_PAGE + 1;
  const rows: TicketRow[] = [];
  let next = after;
  for (let step = 1; step <= CONTACT_TICKETS_MAX_STEPS && rows.length < wanted; step++) {
    const { rows: pointers, ...position } = await table.query(ContactTicket, {
      pk: keys.contactTicket({ contactId, ticketId: 0 }).pk,
      order: 'desc',
      limit: wanted,
      ...(next === undefined ? {} : { after: next }),
    });
    const ids = pointers.map(({ ticketId }) => ({ id: ticketId }));
    const tickets = await table.getMany(Ticket, ids);
    rows.push(...tickets.filter((ticket) => ticket !== undefined).filter(filter));
    next = position.next;
    if (next === undefined) break;
  }
  if (rows.length < wanted) return next === undefined ? { rows } : { rows, next };
  const page = rows.slice(0, CONTACT_TICKETS_PER_PAGE);
  const last = page.at(-1);
  return last === undefined
    ? { rows }
    : { rows: page, next: keys.contactTicket({ contactId, ticketId: last.id }).sk };
};

/**
 * Returns a page of the attendances that began or ended from one instant to before another, in that order: tickets by
 * their day of creation and of closing, with queue, attendant and times. One call for each UTC year of the range, and half
 * a read unit for every eight rows. The caller's own midnight is encoded in `from` and `to`. A ticket that was reopened has
 * an attendance for each time.
 */
export const listAttendances = async (
  table: Table,
  by: 'start' | 'end',
  { from, to }: { from: string; to: string },
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Page<AttendanceRow>> => {
  const keyOf = by === 'start' ? keys.attendanceByStart : keys.attendanceByEnd;
  const keyOfRow = (row: AttendanceRow) =>
    keyOf({ ...row, at: (by === 'start' ? row.startedOn : row.finishedAt) ?? '' }).sk;
  const rows: AttendanceRow[] = [];
  let position = after ?? from;
  while (position < to && rows.length < limit) {
    const page = await table.query(Attendance, {
      index: by === 'start' ? 'g1' : 'g2',
      pk: keyOf({ at: position, ticketId: 0, id: '' }).pk,
      between: { first: from, last: to },
      after: position,
      limit: limit - rows.length,
    });
    rows.push(...page.rows.filter((row) => keyOfRow(row) < to));
    position = page.next ?? `${Number(position.slice(0, 4)) + 1}`;
  }
  return position < to ? { rows, next: position } : { rows };
};
