import type { Rollup } from '@prosa/shared/entities/rollup.ts';

/**
 * Returns the counter of the messages that Prosa sent over a connection. It is an attribute of the row of the company's
 * day, where the message is counted anyway, so it costs no further write.
 */
export const sendCounter = (connectionId: number): string => `c${connectionId}`;

const SEND_COUNTER = /^c(\d+)$/;

/** How many messages a company has sent on one of its days. */
export interface DaySends {
  total: number;
  byConnection: ReadonlyMap<number, number>;
}

/** Sums the messages sent on a day of the company, from the rows of that day. */
export const sumSends = (rows: readonly Rollup[]): DaySends => {
  const byConnection = new Map<number, number>();
  let total = 0;
  for (const [name, count] of rows.flatMap((row) => Object.entries(row))) {
    const [, connection] = SEND_COUNTER.exec(name) ?? [];
    if (connection === undefined || typeof count !== 'number') continue;
    const connectionId = Number(connection);
    byConnection.set(connectionId, (byConnection.get(connectionId) ?? 0) + count);
    total += count;
  }
  return { total, byConnection };
};
