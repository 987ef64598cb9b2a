import { type GraphCall, textParam } from './graph-call.ts';
import { GraphRefused } from './graph-refused.ts';

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

const cursorOf = (index: number): string => Buffer.from(`at:${index}`).toString('base64url');

const indexOf = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const index = /^at:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (index === undefined) throw new GraphRefused(100, { details: 'Invalid cursors values' });
  return Number(index) + 1;
};

/**
 * Returns one page of a list, as the parameters `limit` and `after` ask for it: 25 items by default, 100 at most.
 * @param address of the list, for the link to the next page
 */
export const pageOf = <T>(call: GraphCall, items: readonly T[], address: string) => {
  const limit = Math.min(Number(textParam(call, 'limit') ?? DEFAULT_LIMIT), MAX_LIMIT);
  if (!Number.isInteger(limit) || limit < 1) throw new GraphRefused(100, { details: 'Invalid limit' });
  const from = indexOf(textParam(call, 'after'));
  const data = items.slice(from, from + limit);
  if (data.length === 0) return { data };
  const after = cursorOf(from + data.length - 1);
  const fields = textParam(call, 'fields');
  const query = new URLSearchParams({
    limit: String(limit),
    after,
    ...(fields === undefined ? {} : { fields }),
  });
  const next = from + data.length < items.length ? { next: `${address}?${query}` } : {};
  return { data, paging: { cursors: { before: cursorOf(from), after }, ...next } };
};
