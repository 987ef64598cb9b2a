import { toInstant } from '../clock.ts';
import { commit, take } from '../table/commit.ts';
import { StartingPage } from '../table/entities/users.ts';
import type { Table } from '../table/table.ts';
import type { WaitingPage } from './sockets.ts';

/** Time within which a page that has started must ask what it missed. */
export const PAGE_START_MAX_MS = 60_000;
/** Publishers note missed events for longer than that, because their clocks differ. */
const CLOCKS_DIFFER_MS = 30_000;

/**
 * Notes that a user's page starts to fetch. From now on the publisher deletes the row with the first event that the
 * page misses. One row for each user, so that rows of pages that never connect do not add up; of pages that start at
 * the same time only the last one learns that it missed nothing. One write.
 */
export const notePageStart = async (
  table: Table,
  userId: number,
  page: string,
  nowMs: number,
): Promise<void> => {
  if (table.companyId === null) throw new Error('a user belongs to a company');
  const expiresAt = toInstant(nowMs + PAGE_START_MAX_MS + CLOCKS_DIFFER_MS);
  await commit([
    table.put(StartingPage, { companyId: table.companyId, userId, page, expiresAt }, 'any', nowMs),
  ]);
};

/**
 * Returns whether a page may have missed an event since its start. Called once the page's WebSocket connection is open:
 * from now on events reach it. One write.
 */
export const hasMissedEvents = async (
  table: Table,
  userId: number,
  page: string,
  nowMs: number,
): Promise<boolean> => {
  const inTime = { above: toInstant(nowMs + CLOCKS_DIFFER_MS) };
  return !(await take(table.delete(StartingPage, { userId }, { page, expiresAt: inTime })));
};

/**
 * Notes that pages missed an event. Returns false if a page may have connected meanwhile, so that the event must be sent
 * to it. One write for each.
 */
export const noteMissed = async (table: Table, pages: readonly WaitingPage[]): Promise<boolean> => {
  const taken = await Promise.all(
    pages.map(({ userId, page }) => take(table.delete(StartingPage, { userId }, { page }))),
  );
  return !taken.includes(false);
};
