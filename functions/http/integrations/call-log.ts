import { CALLS_KEPT_DAYS } from '@prosa/shared/entities/service-call.ts';
import { toInstant } from '../../platform/clock.ts';
import { type Paging, pagingOf } from '../../platform/http/paging.ts';
import type { Page } from '../../platform/table/table.ts';

const KEPT_MS = CALLS_KEPT_DAYS * 86_400_000;

/** Returns the time (ISO) before which calls have expired. */
export const keptSince = (nowMs: number): string => toInstant(nowMs - KEPT_MS);

/**
 * Returns a page of the log of a service, with the cursor of the next one.
 * @param log names the log of this service
 * @param read reads the page after a position; without a position the first page
 * @throws AppError ERR_CURSOR_INVALID
 */
export const callPageOf = async <C>(
  principal: Parameters<typeof pagingOf>[0],
  log: { of: string; id: number },
  query: { cursor?: string | undefined },
  read: (after: string | undefined) => Promise<Page<C>>,
) => {
  const paging: Paging = await pagingOf(principal, log.of, log.id, query);
  const page = await paging.read(read);
  return { calls: page.rows, hasMore: page.next !== undefined, cursor: paging.seal(page.next) };
};
