import { type MergedPage, mergeRuns, type Run } from '../../domain/tickets/merge-runs.ts';
import { firstReads, nextReads, type ReadRun } from '../../domain/tickets/plan-reads.ts';
import type { TicketRun } from '../../domain/tickets/plan-ticket-list.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import type { ActiveRange } from './ticket-lists.ts';
import { placeOf, readContactRun, sortKeyOf } from './ticket-runs.ts';
import type { TicketRow } from './tickets.ts';

/**
 * Maximum of rows that a page reads, including those that do not pass the filter: this many, or so many times its full
 * length. A thousand rows are 75 to 100 read units. A page ends earlier if it is full.
 */
const EXAMINED_MAX = 1_000;
const EXAMINED_PER_ROW_MAX = 5;
/** Standard deviations that each further step after the second one reads more than expected, so that few steps follow. */
const DEVIATIONS_PER_STEP = 3;

interface NewestTicketsOptions {
  /** Result of `condenseRuns`. */
  runs: readonly TicketRun[];
  filter: (ticket: TicketRow) => boolean;
  /** Tickets of a full page. */
  limit: number;
  /** `next` of the page before. */
  after?: string | undefined;
  /** Instants between which all tickets that pass the filter were last active. */
  active?: ActiveRange;
  /** Maximum of rows to read; by default a thousand, or five times the page. */
  examinedMax?: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** Reduces the rows to read to those that are left, in proportion. */
const within = (rows: readonly number[], left: number): number[] => {
  const scale = Math.min(1, left / sum(rows));
  return rows.map((each) => Math.ceil(each * scale));
};

const readNext = (
  table: Table,
  run: TicketRun,
  rows: number,
  options: { filter: (ticket: TicketRow) => boolean; after: string | undefined },
): Promise<Run<TicketRow>> => {
  if (run.by === 'contact') return readContactRun(table, run.contactId, { ...options, order: 'desc' });
  const { after, filter } = options;
  return table.query(Ticket, {
    ...placeOf(run),
    order: 'desc',
    ...(after === undefined ? {} : { after }),
    limit: rows,
    pageSize: rows,
    maxExamined: rows,
    filter,
  });
};

/** Reads further rows of a run: one call, or two or three for all tickets of a contact. */
const readOn = async (
  table: Table,
  run: TicketRun,
  before: ReadRun<TicketRow>,
  rows: number,
  { filter, after }: NewestTicketsOptions,
): Promise<ReadRun<TicketRow>> => {
  if (rows === 0) return before;
  let { examined } = before;
  const read = await readNext(table, run, rows, {
    after: before.next ?? after,
    filter: (ticket) => {
      examined += 1;
      return filter(ticket);
    },
  });
  return { ...read, rows: [...before.rows, ...read.rows], examined };
};

/** Returns the page of the newest rows that are known; a row beyond the limit only shows that there is more. */
const pageOf = ({ rows, next }: MergedPage<TicketRow>, limit: number): Page<TicketRow> => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  if (rows.length > limit && last !== undefined) return { rows: shown, next: sortKeyOf(last) };
  return next === undefined ? { rows: shown } : { rows: shown, next };
};

/**
 * Returns a long page of the newest tickets of several runs, the latest activity first. Pages follow one another without
 * gap or repetition. A page is full if as many tickets pass the filter, unless `examinedMax` rows have fewer; so skipped
 * tickets do not influence it before.
 *
 * All runs are read in parallel, in three steps that read hardly more than the page: the first shows how the newest tickets
 * are spread over the runs, the second reads as many of each as expected, the third what is still missing. A fourth is
 * rare unless most tickets are skipped. A step is one call for each run that the page still needs. 400 tickets of four
 * runs are about 415 rows: 27 to 34 read units in seven calls.
 */
export const readNewestTickets = async (
  table: Table,
  options: NewestTicketsOptions,
): Promise<Page<TicketRow>> => {
  const { runs, limit, active = {} } = options;
  const bounded = { ...options, after: options.after ?? active.to };
  const wanted = limit + 1;
  const { examinedMax = Math.max(EXAMINED_MAX, EXAMINED_PER_ROW_MAX * limit) } = options;
  let reads: readonly ReadRun<TicketRow>[] = runs.map(() => ({ rows: [], examined: 0 }));
  let rows = within(firstReads(runs, wanted), examinedMax);
  for (let deviations = 0; ; deviations += DEVIATIONS_PER_STEP) {
    reads = await Promise.all(
      runs.map((run, index) =>
        readOn(table, run, reads[index] ?? { rows: [], examined: 0 }, rows[index] ?? 0, bounded),
      ),
    );
    const page = mergeRuns(reads, sortKeyOf, 'desc', wanted);
    if (page.next !== undefined && active.from !== undefined && page.next < active.from)
      return pageOf({ rows: page.rows }, limit);
    const left = examinedMax - sum(reads.map(({ examined }) => examined));
    if (page.next === undefined || page.rows.length === wanted || left <= 0) return pageOf(page, limit);
    rows = within(nextReads(reads, sortKeyOf, wanted, deviations), left);
  }
};
