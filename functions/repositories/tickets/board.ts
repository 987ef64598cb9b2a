import { type BoardMark, keys, readBoardMark } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';

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
