import { AppError } from '@prosa/shared/errors.ts';
import { WALKED_PAGES_MAX } from '@prosa/shared/rules/list-sizes.ts';
import type { UserPrincipal } from '../auth/principal.ts';
import { signingKeys } from '../secrets.ts';
import { openCursor, sealCursor } from '../table/cursor.ts';
import type { Page } from '../table/table.ts';

/** A page behind the end. */
interface EmptyPage {
  rows: never[];
  next?: string;
}

/** Finds the page that a request asks for, and seals the cursor of the one behind it. */
export interface Paging {
  /** Whether it is the first page. */
  isFirst: boolean;
  /**
   * Reads the page behind the request's cursor, or walks to its `pageNumber` from the start, one read for each page on
   * the way. A page behind the end is empty.
   * @param page reads the page behind a position, the first one without
   */
  read<P extends Page<unknown>>(page: (after: string | undefined) => Promise<P>): Promise<P | EmptyPage>;
  /** The cursor of the next page; null at the end. */
  seal(next: string | undefined): string | null;
}

/**
 * The paging of a request. A cursor is good for the caller, the listing and the filters it was made for, and counts
 * before `pageNumber`.
 * @param filters everything that decides which rows are listed and in which order
 * @throws AppError ERR_CURSOR_INVALID; ERR_VALIDATION for a `pageNumber` without cursor beyond what is walked to
 */
export const pagingOf = async (
  principal: Pick<UserPrincipal, 'companyId' | 'userId'>,
  listing: string,
  filters: unknown,
  { cursor, pageNumber = 1 }: { cursor?: string | undefined; pageNumber?: number | undefined },
): Promise<Paging> => {
  const keys = await signingKeys();
  const fingerprint = `${listing}\n${principal.userId}\n${JSON.stringify(filters)}`;
  const start = cursor === undefined ? undefined : openCursor(keys, principal.companyId, fingerprint, cursor);
  const skipped = cursor === undefined ? pageNumber - 1 : 0;
  if (skipped >= WALKED_PAGES_MAX) {
    const message = `pages after the ${WALKED_PAGES_MAX}th need the \`cursor\` of the page before`;
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'query.pageNumber', message }] });
  }
  return {
    isFirst: start === undefined && skipped === 0,
    read: async (page) => {
      let position = start;
      for (let left = skipped; left > 0; left--) {
        position = (await page(position)).next;
        if (position === undefined) return { rows: [] };
      }
      return page(position);
    },
    seal: (next) => (next === undefined ? null : sealCursor(keys, principal.companyId, fingerprint, next)),
  };
};
