import type { Rollup } from '@prosa/shared/entities/rollup.ts';

const dayOfMonth = (day: string): string => day.slice(8, 10);

/**
 * Returns the counter of the messages that Prosa sent over a connection on a day of the company. It is an attribute of
 * the row of the UTC day, where the message is counted anyway, so it costs no further write.
 * @param day `2026-11-21`, in the company's time zone
 */
export const sendCounter = (connectionId: number, day: string): string =>
  `c${connectionId}_${dayOfMonth(day)}`;

const SEND_COUNTER = /^c(\d+)_(\d\d)$/;

/** How many messages a company has sent on one of its days. */
export interface DaySends {
  total: number;
  byConnection: ReadonlyMap<number, number>;
}

/**
 * Sums the messages sent on a day of the company.
 * @param rows of the UTC days that the day is part of
 */
export const sumSends = (rows: readonly Rollup[], day: string): DaySends => {
  const wanted = dayOfMonth(day);
  const byConnection = new Map<number, number>();
  let total = 0;
  for (const [name, count] of rows.flatMap((row) => Object.entries(row))) {
    const [, connection, ofDay] = SEND_COUNTER.exec(name) ?? [];
    if (ofDay !== wanted || typeof count !== 'number') continue;
    const connectionId = Number(connection);
    byConnection.set(connectionId, (byConnection.get(connectionId) ?? 0) + count);
    total += count;
  }
  return { total, byConnection };
};
