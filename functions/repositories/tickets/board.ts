import { Ticket } from '../../platform/table/entities/tickets.ts';
import { type BoardMark, keys, readBoardMark } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import type { TicketRow } from './tickets.ts';

/** Rows of a step that fills a page: 9 read units for each query. */
const ROWS_PER_QUERY = 100;
/** Maximum of rows that a step skips because of filters or visibility: about forty read units. */
const MAX_PASSED_OVER = 400;
/** Maximum of steps to fill a page. */
const MAX_STEPS = 5;

interface LanePageOptions {
  filter: (ticket: TicketRow) => boolean;
  limit: number;
  /** `next` of the page before. */
  after: string | undefined;
}

/**
 * Returns a page of the open and waiting tickets in a column of the board, the latest activity first. One call, and a
 * read unit for ten of them, regardless of the closed tickets in the column.
 *
 * Tickets that do not pass the filter are skipped before the page is filled, 400 in each of four further steps at most. One
 * leak remains: a page that is not full although there is more reveals that many in a row are hidden.
 */
export const readLanePage = async (
  table: Table,
  laneId: number,
  { filter, limit, after }: LanePageOptions,
): Promise<Page<TicketRow>> => {
  const { pk } = keys.ticketByLane({ status: 'open', laneId, activityAt: '', id: 0 });
  const read = (wanted: number, from: string | undefined, rows: { pageSize: number; maxExamined: number }) =>
    table.query(Ticket, {
      index: 'g4',
      pk,
      order: 'desc',
      ...(from === undefined ? {} : { after: from }),
      limit: wanted,
      lookAhead: true,
      ...rows,
      filter,
    });
  let page = await read(limit, after, { pageSize: limit + 1, maxExamined: limit + 1 });
  for (let step = 2; page.rows.length < limit && page.next !== undefined && step <= MAX_STEPS; step++) {
    const rest = await read(limit - page.rows.length, page.next, {
      pageSize: ROWS_PER_QUERY,
      maxExamined: MAX_PASSED_OVER,
    });
    page = { ...rest, rows: [...page.rows, ...rest.rows] };
  }
  return page;
};

export interface BoardCounts {
  /** How many tickets each column has; no entry for a column without any. */
  byLane: ReadonlyMap<number, number>;
  /** Whether there may be more than were counted. */
  more: boolean;
}

/** The name of the partition; the key function needs a mark. */
const { pk: BOARD } = keys.ticketMarkOfBoard({
  laneId: 0,
  status: 'open',
  queueId: null,
  userId: null,
  connectionId: null,
  createdAtMs: 0,
  id: 0,
});

/**
 * Counts the open and waiting tickets in columns of the board that pass a filter. Reads live keys instead of stored
 * counters, so the counts are always correct. About 120 keys for a read unit, hidden ones too: `more` also tells that more
 * tickets than the limit are on the board, whoever may see them.
 * @param limit keys that are read
 */
export const countBoard = async (
  table: Table,
  filter: (mark: BoardMark) => boolean,
  limit: number,
): Promise<BoardCounts> => {
  const { rows } = await table.queryKeys({
    index: 'g7',
    pk: BOARD,
    limit: limit + 1,
    maxExamined: limit + 1,
  });
  const byLane = new Map<number, number>();
  for (const key of rows.slice(0, limit)) {
    const mark = readBoardMark(key);
    if (filter(mark)) byLane.set(mark.laneId, (byLane.get(mark.laneId) ?? 0) + 1);
  }
  return { byLane, more: rows.length > limit };
};
