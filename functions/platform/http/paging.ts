import { AppError } from '@prosa/shared/errors.ts';
import { WALKED_PAGES_MAX } from '@prosa/shared/rules/list-sizes.ts';
import type { UserPrincipal } from '../auth/principal.ts';
import { signingKeys } from '../secrets.ts';
import { openCursor, sealCursor } from '../table/cursor.ts';
import type { Page } from '../table/table.ts';

/** A page after the end. */
interface EmptyPage {
  rows: never[];
  next?: string;
}

/** Reads the page that a request asks for, and encrypts the cursor of the next one. */
export interface Paging {
  /** Whether it is the first page. */
  isFirst: boolean;
  /**
   * Reads the page after the request's cursor, or walks to its `pageNumber` from the start, one read for each page on
   * the way. A page after the end is empty.
   * @param page reads the page after a position; without a position the first page
   */
  read<P extends Page<unknown>>(page: (after: string | undefined) => Promise<P>): Promise<P | EmptyPage>;
  /** The cursor of the next page; null at the end. */
  seal(next: string | undefined): string | null;
}

/**
 * Returns the paging of a request. A cursor is valid only for the caller, listing and filters that it was made for,
 * and takes precedence over `pageNumber`.
 * @param filters everything that decides which rows are listed and in which order
 * @throws AppError ERR_CURSOR_INVALID; ERR_VALIDATION for a `pageNumber` without cursor beyond the limit of the walk
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
