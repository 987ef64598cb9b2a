import { TICKETS_COUNTED } from '@prosa/shared/rules/list-sizes.ts';
import type { TicketFacts, TicketNews } from '@prosa/shared/rules/ticket-visibility.ts';
import {
  condenseRuns,
  NO_QUEUE,
  type TicketPartition,
  type TicketRun,
} from '../../domain/tickets/plan-ticket-list.ts';
import type { KeyIndexName } from '../../platform/table/define-entity.ts';
import { keys, queueOfMarks, readTicketMark } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';

/**
 * The fields that a count reads. `unreadMessages` is 1 for a ticket with unread messages, and 0 if the count ignores
 * them.
 */
export type CountedTicket = TicketFacts & TicketNews;

/** Keys in half a read unit (4 kB): a key has about 95 bytes. */
const KEYS_PER_CALL = 40;
/** Keys read at first of one or two partitions: enough if all of them count. */
const KEYS_OF_FEW_RUNS = 120;
/** Keys read of the partition of all queues, if the viewer may not see all of them: five read units. */
const MAX_KEYS_OF_ALL_QUEUES = 400;
/** Keys read of a partition in its second step, most of which do not count: five read units. */
const KEYS_OF_SECOND_STEP = 400;

interface MarkRun {
  partition: TicketPartition;
  index: KeyIndexName;
  pk: string;
  prefix?: string;
  after?: string;
}

const runOf = (partition: TicketPartition): MarkRun => {
  // The key function is only needed for the partition's name.
  const mark = {
    status: partition.status,
    queueId: null,
    userId: 0,
    connectionId: null,
    unreadMessages: 0,
    transferredById: null,
    id: 0,
  };
  if (partition.by === 'user') {
    const { pk } = keys.ticketMarkOfUser({ ...mark, userId: partition.userId });
    return { partition, index: 'g5', pk };
  }
  const { pk } = keys.ticketMarkOfQueue(mark);
  return partition.by === 'queue'
    ? { partition, index: 'g6', pk, prefix: queueOfMarks(partition.queueId) }
    : { partition, index: 'g6', pk, after: queueOfMarks(1) };
};

const readMarks = (
  table: Table,
  { partition, index, pk, prefix, after }: MarkRun,
  filter: (ticket: CountedTicket) => boolean,
  limit: number,
): Promise<Page<string>> =>
  table.queryKeys({
    index,
    pk,
    ...(prefix === undefined ? {} : { prefix }),
    ...(after === undefined ? {} : { after }),
    limit,
    maxExamined: limit,
    filter: (key) => {
      const mark = readTicketMark(partition.status, key);
      return filter({ ...mark, isGroup: partition.status === 'group' });
    },
  });

const firstKeys = (partition: TicketPartition, runs: number): number => {
  if (partition.by !== 'status') return runs > 2 ? KEYS_PER_CALL : KEYS_OF_FEW_RUNS;
  return Math.min(MAX_KEYS_OF_ALL_QUEUES, Math.ceil(KEYS_OF_FEW_RUNS / partition.share));
};

/**
 * Returns the unread rest of a partition: for that of all queues, the viewer's own queues after the key where reading
 * stopped.
 */
const restOf = ({ partition }: MarkRun, next: string, partitions: readonly TicketPartition[]): MarkRun[] => {
  const own =
    partition.by === 'status'
      ? partitions.filter(({ by, status }) => by === 'queue' && status === partition.status)
      : [partition];
  return own.flatMap((one) => {
    const run = runOf(one);
    if (run.prefix === undefined || next.startsWith(run.prefix)) return [{ ...run, after: next }];
    return run.prefix > next ? [run] : [];
  });
};

/** Keys in one read unit. */
const KEYS_PER_UNIT = 2 * KEYS_PER_CALL;

export interface TicketCount {
  /** Up to {@link TICKETS_COUNTED}. */
  count: number;
  /** Whether there may be more than were counted. */
  more: boolean;
}

/**
 * Counts the tickets of a list that pass its filter: exact below 100, 100 for as many or more. Reads live keys
 * instead of stored counters, so the count is always correct.
 *
 * One call if a single partition holds all of them: half a read unit for 40 of the user's own tickets, five at most
 * for a list of all queues; 20 single queues cost ten. A second step follows if the viewer may not see most of the
 * tickets of the first step, at half a unit for each remaining queue of the viewer.
 * @param maxUnits maximum cost in read units; returns undefined if it would cost more
 */
export const countTickets = async (
  table: Table,
  options: {
    partitions: readonly TicketPartition[];
    /** Number of queues that the company has. */
    queueCount: number;
    filter: (ticket: CountedTicket) => boolean;
    maxUnits?: number;
  },
): Promise<TicketCount | undefined> => {
  const { partitions, queueCount, filter, maxUnits = Number.POSITIVE_INFINITY } = options;
  const runs = condenseRuns(partitions, queueCount).map(runOf);
  const limits = runs.map((run) => firstKeys(run.partition, runs.length));
  const spare = maxUnits * KEYS_PER_UNIT - limits.reduce((all, limit) => all + limit, 0);
  if (spare < 0) return undefined;
  const first = await Promise.all(
    runs.map((run, index) => readMarks(table, run, filter, limits[index] ?? 0)),
  );
  const counted = sum(first);
  if (counted >= TICKETS_COUNTED) return { count: TICKETS_COUNTED, more: true };
  const rest = runs.flatMap((run, index) => {
    const next = first[index]?.next;
    return next === undefined ? [] : restOf(run, next, partitions);
  });
  const wanted = rest.length > 2 ? KEYS_PER_CALL * 3 : KEYS_OF_SECOND_STEP;
  const limit = Math.min(wanted, Math.floor(spare / Math.max(1, rest.length)));
  if (rest.length > 0 && limit < KEYS_PER_CALL) return { count: counted, more: true };
  const second = await Promise.all(rest.map((run) => readMarks(table, run, filter, limit)));
  const count = Math.min(TICKETS_COUNTED, counted + sum(second));
  return { count, more: count === TICKETS_COUNTED || second.some(({ next }) => next !== undefined) };
};

const sum = (pages: readonly Page<string>[]): number => pages.reduce((all, { rows }) => all + rows.length, 0);

/** Whether a run holds all tickets of a status, or those of one queue or without a queue. */
const isOfQueues = (run: TicketRun): run is TicketPartition => run.by === 'status' || run.by === 'queue';

/**
 * Returns the runs without those of a status that has no tickets, and of the tickets without a queue if a status has none
 * of these. One call and half a read unit for each status with several runs, instead of one for each run: for lists of
 * many statuses, most of which are empty.
 */
export const withoutEmptyRuns = async (table: Table, runs: readonly TicketRun[]): Promise<TicketRun[]> => {
  const ofQueues = runs.filter(isOfQueues).map(({ status }) => status);
  const repeated = new Set(ofQueues.filter((status, index) => ofQueues.indexOf(status) !== index));
  const firsts = new Map(
    await Promise.all(
      [...repeated].map(async (status) => {
        const { index, pk } = runOf({ by: 'status', status, share: 1 });
        const { rows } = await table.queryKeys({ index, pk, limit: 1 });
        return [status, rows.map((key) => readTicketMark(status, key)).at(0)] as const;
      }),
    ),
  );
  return runs.filter((run) => {
    if (!isOfQueues(run) || !firsts.has(run.status)) return true;
    const first = firsts.get(run.status);
    // Tickets without a queue come first.
    const isWithoutQueue = run.by === 'queue' && run.queueId === NO_QUEUE;
    return first !== undefined && (first.queueId === null || !isWithoutQueue);
  });
};
