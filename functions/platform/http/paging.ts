import { AppError } from '@prosa/shared/errors.ts';
import type { UserPrincipal } from '../auth/principal.ts';
import { signingKeys } from '../secrets.ts';
import { openCursor, sealCursor } from '../table/cursor.ts';

/** Opens and seals the cursors of one listing. */
export interface Paging {
  /** Where the page before ended; undefined for the first page. */
  position: string | undefined;
  /** The cursor of the next page; null at the end. */
  seal(next: string | undefined): string | null;
}

/**
 * The paging of a request. A cursor is good for the caller, the listing and the filters it was made for.
 * @param filters everything that decides which rows are listed and in which order
 * @throws AppError ERR_CURSOR_INVALID, also for a later `pageNumber` without its cursor
 */
export const pagingOf = async (
  principal: Pick<UserPrincipal, 'companyId' | 'userId'>,
  listing: string,
  filters: unknown,
  query: { cursor?: string | undefined; pageNumber?: number | undefined },
): Promise<Paging> => {
  const keys = await signingKeys();
  const fingerprint = `${listing}\n${principal.userId}\n${JSON.stringify(filters)}`;
  if (query.cursor === undefined && (query.pageNumber ?? 1) > 1) throw new AppError('ERR_CURSOR_INVALID');
  return {
    position:
      query.cursor === undefined
        ? undefined
        : openCursor(keys, principal.companyId, fingerprint, query.cursor),
    seal: (next) => (next === undefined ? null : sealCursor(keys, principal.companyId, fingerprint, next)),
  };
};
