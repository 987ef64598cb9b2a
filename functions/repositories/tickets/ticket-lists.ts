import { TICKETS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { laggingRuns, type MergedPage, mergeRuns, type Run } from '../../domain/tickets/merge-runs.ts';
import { condenseRuns, type TicketPartition } from '../../domain/tickets/plan-ticket-list.ts';
import type { RowIndexName } from '../../platform/table/define-entity.ts';
import { ContactTicket, Ticket, TicketTracking } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, QueryOptions, Table } from '../../platform/table/table.ts';
import type { TicketRow, TrackingRow } from './tickets.ts';

/** Rows of an index that half a read unit (4 kB) reads: a ticket has 0.6 to 0.8 kB there. */
const ROWS_PER_CALL = 5;
/** Rows read for one page where none is passed over: ten read units. */
const MAX_ROWS_READ = 100;
const OVERLAP_ROWS = 2;
/** A page with fewer is filled up; one with fewer than `SPARSE_ROWS` because of other queues is read queue by queue. */
const SHORT_ROWS = 30;
const SPARSE_ROWS = 10;
/** Rows that all runs together pass over in a step, of other queues or out of sight: forty read units. */
const MAX_PASSED_OVER = 400;
/** Steps in which a page is filled that is read out of runs of all queues, or shows nothing yet. */
const MAX_STEPS = 5;

type Order = 'asc' | 'desc';

export interface TicketPageOptions {
  /** Of `planTicketList` and its like. */
  partitions: readonly TicketPartition[];
  /** Queues the company has. */
  queueCount: number;
  filter: (ticket: TicketRow) => boolean;
  order: Order;
  /** `next` of the page before. */
  after: string | undefined;
}

const sortKeyOf = (ticket: TicketRow): string => keys.ticketByQueue(ticket).sk;

const placeOf = (partition: TicketPartition): { index: RowIndexName; pk: string } => {
  // Only the partition's name comes from the key; where to begin is the page's.
  const place = { status: partition.status, activityAt: '', id: 0 };
  switch (partition.by) {
    case 'queue':
      return { index: 'g1', pk: keys.ticketByQueue({ ...place, queueId: partition.queueId }).pk };
    case 'user':
      return { index: 'g2', pk: keys.ticketByUser({ ...place, userId: partition.userId }).pk };
    case 'status':
      return { index: 'g3', pk: keys.ticketByStatus(place).pk };
  }
};

/** The next tickets of a run that pass: of `rows` that do, the last only tells that there is more. */
const readRun = (
  table: Table,
  partition: TicketPartition,
  { filter, order, after }: Pick<TicketPageOptions, 'filter' | 'order' | 'after'>,
  rows: number,
  passedOver: number,
): Promise<Run<TicketRow>> =>
  table.query(Ticket, {
    ...placeOf(partition),
    order,
    ...(after === undefined ? {} : { after }),
    limit: Math.min(rows - 1, TICKETS_PER_PAGE),
    // Of all queues, those that are not wanted are expected.
    ...(partition.by === 'status' ? { pageSize: rows } : {}),
    lookAhead: true,
    maxExamined: rows + passedOver,
    filter,
  });

const roundUp = (rows: number): number => Math.ceil(rows / ROWS_PER_CALL) * ROWS_PER_CALL;
const roundDown = (rows: number): number => Math.floor(rows / ROWS_PER_CALL) * ROWS_PER_CALL;

/** Rows to read of a run at first: a little past its even share of the page; all of it where a run is of all queues. */
const firstRows = (partition: TicketPartition, partitions: readonly TicketPartition[]): number => {
  const runs = partitions.length;
  const even = runs === 1 ? TICKETS_PER_PAGE + 1 : TICKETS_PER_PAGE / runs + OVERLAP_ROWS;
  const wanted =
    partition.by === 'status'
      ? (TICKETS_PER_PAGE + 1) / partitions.filter(({ by }) => by === 'status').length / partition.share
      : even;
  return Math.max(ROWS_PER_CALL, Math.min(roundUp(wanted), roundDown(MAX_ROWS_READ / runs)));
};

/** Read units that a page leaves of its ten where its first step fills it. */
export const unitsBesidePage = (partitions: readonly TicketPartition[], queueCount: number): number => {
  const runs = condenseRuns(partitions, queueCount);
  const rows = runs.reduce((all, run) => all + firstRows(run, runs), 0);
  return (MAX_ROWS_READ - rows) / (2 * ROWS_PER_CALL);
};

/** The runs at once, and where they leave the page short those that are in its way once more. */
const readRuns = async (
  table: Table,
  partitions: readonly TicketPartition[],
  options: TicketPageOptions,
): Promise<MergedPage<TicketRow>> => {
  if (partitions.length === 0) return { rows: [] };
  const { order } = options;
  const limits = partitions.map((partition) => firstRows(partition, partitions));
  const passedOver = Math.ceil(MAX_PASSED_OVER / partitions.length);
  const runs = await Promise.all(
    partitions.map((partition, index) =>
      readRun(table, partition, options, limits[index] ?? ROWS_PER_CALL, passedOver),
    ),
  );
  const first = mergeRuns(runs, sortKeyOf, order, TICKETS_PER_PAGE);
  const spare = MAX_ROWS_READ - limits.reduce((sum, limit) => sum + limit, 0);
  if (first.next === undefined || first.rows.length >= SHORT_ROWS || spare < ROWS_PER_CALL) return first;
  const lagging = laggingRuns(runs, sortKeyOf, order, TICKETS_PER_PAGE).slice(0, spare / ROWS_PER_CALL);
  const more = roundDown(spare / lagging.length);
  const longer = await Promise.all(
    runs.map(async (run, index): Promise<Run<TicketRow>> => {
      const partition = partitions[index];
      if (partition === undefined || !lagging.includes(index)) return run;
      const rest = await readRun(table, partition, { ...options, after: run.next }, more, passedOver);
      return { ...rest, rows: [...run.rows, ...rest.rows] };
    }),
  );
  return mergeRuns(longer, sortKeyOf, order, TICKETS_PER_PAGE);
};

/**
 * A page of a list, 40 tickets where it is long enough; pages follow one another without gap or repetition, whatever
 * moves meanwhile.
 *
 * Ten read units in two steps of calls where nothing is passed over: up to 20 runs (queues, or one user's) at half a unit
 * each, or one run of all queues. So all queues cost the same whether they are 3 or 100 (one call, 41 rows, five units),
 * and 20 of 100 are ten units. More runs than 20, or half of the company's queues, are read as one run of all queues;
 * where those that are wanted are so quiet that it shows fewer than ten, they are read one by one behind it.
 *
 * What the caller does not see is passed over before the page is counted: rows, `hasMore` and the place of the next page
 * follow from what he may see. A step passes over 400 rows (forty units), and a page takes five steps at most. What
 * remains: where more than a run's share of that stand in a row, a page is not full although there is more, which tells
 * that so many are hidden there; and such an answer takes longer.
 */
export const readTicketPage = async (
  table: Table,
  options: TicketPageOptions,
): Promise<MergedPage<TicketRow>> => {
  const { partitions, queueCount } = options;
  const condensed = condenseRuns(partitions, queueCount);
  // Where in the runs the tickets stand that are passed over must not decide how long the page is.
  const wanted = condensed.length < partitions.length ? TICKETS_PER_PAGE : 1;
  let page = await readRuns(table, condensed, options);
  for (let step = 2; page.rows.length < wanted && page.next !== undefined && step <= MAX_STEPS; step++) {
    const runs = page.rows.length < SPARSE_ROWS ? partitions : condensed;
    const rest = await readRuns(table, runs, { ...options, after: page.next });
    page = { ...rest, rows: [...page.rows, ...rest.rows] };
  }
  if (page.rows.length <= TICKETS_PER_PAGE) return page;
  const rows = page.rows.slice(0, TICKETS_PER_PAGE);
  const last = rows.at(-1);
  return last === undefined ? page : { rows, next: sortKeyOf(last) };
};

/** Tickets of a contact on one page: half a read unit each, and half for the pointers. */
export const CONTACT_TICKETS_PER_PAGE = 16;
/** Most steps of a page that skips tickets which the caller may not see. */
const CONTACT_TICKETS_MAX_STEPS = 5;

/**
 * A page of the tickets a contact ever had, on every connection, newest first: two calls, 9 read units, and as much again
 * for every 17 that are passed over, four times at most. Pointers are written as a ticket is made and removed, so that
 * messages pay nothing for it.
 * @param after `next` of the page before
 * @param filter which of them the caller sees; the others are passed over before the page is counted
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
 * A page of the tickets in a kanban lane, the latest activity first: one call, five read units for 40. A ticket in a
 * lane costs two write units more each time something happens on it; one in none costs nothing.
 */
export const listTicketsOfLane = (
  table: Table,
  laneId: number,
  options: Pick<QueryOptions<TicketRow>, 'after' | 'filter'> = {},
): Promise<Page<TicketRow>> =>
  table.query(Ticket, {
    index: 'g4',
    pk: keys.ticketByLane({ laneId, activityAt: '', id: 0 }).pk,
    order: 'desc',
    limit: TICKETS_PER_PAGE,
    lookAhead: true,
    maxExamined: MAX_ROWS_READ + MAX_PASSED_OVER,
    ...options,
  });

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A page of the stretches of attendance that began or ended from one instant to before another, in that order: tickets
 * by their day of creation and of closing, with queue, attendant and times. One call for each UTC day that the time
 * touches, half a read unit for every eight rows and at least half a unit a day; the reader's own midnight is in `from`
 * and `to`. A ticket that was taken up again has a stretch for each time.
 */
export const listTrackings = async (
  table: Table,
  by: 'start' | 'end',
  { from, to }: { from: string; to: string },
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Page<TrackingRow>> => {
  const keyOf = by === 'start' ? keys.trackingByStart : keys.trackingByEnd;
  const sortKeyOf = (row: TrackingRow) =>
    keyOf({ ...row, at: (by === 'start' ? row.startedOn : row.finishedAt) ?? '' }).sk;
  const rows: TrackingRow[] = [];
  let position = after ?? from;
  while (position < to && rows.length < limit) {
    const page = await table.query(TicketTracking, {
      index: by === 'start' ? 'g1' : 'g2',
      pk: keyOf({ at: position, ticketId: 0, id: '' }).pk,
      after: position,
      limit: limit - rows.length,
    });
    rows.push(...page.rows.filter((row) => sortKeyOf(row) < to));
    position = page.next ?? nextDay(position);
  }
  return position < to ? { rows, next: position } : { rows };
};

const nextDay = (instant: string): string =>
  new Date(Date.parse(`${instant.slice(0, 10)}T00:00:00.000Z`) + DAY_MS).toISOString();
