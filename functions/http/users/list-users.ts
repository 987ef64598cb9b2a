import { USERS_PER_PAGE, type userRoutes } from '@prosa/shared/contracts/users.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { signingKeys } from '../../platform/secrets.ts';
import { openCursor, sealCursor } from '../../platform/table/cursor.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadUsers } from '../../repositories/users.ts';
import { presentUsers } from './present.ts';

const positionOf = (user: { name: string; id: number }): string =>
  `${normalizeForSearch(user.name)}\n${String(user.id).padStart(10, '0')}`;
const byPosition = (a: { name: string; id: number }, b: { name: string; id: number }): number =>
  positionOf(a) < positionOf(b) ? -1 : 1;

/** Users by name. Two queries: all of them, and who is online. */
export const listUsers: RouteHandler<typeof userRoutes.list> = async ({ query, principal, clock }) => {
  const { directory, companyId, userId } = principal;
  const wanted = normalizeForSearch(query.searchParam);
  const fingerprint = `users\n${userId}\n${wanted}`;
  const matching = (await loadUsers(openTable(companyId)))
    .filter((user) => normalizeForSearch(`${user.name} ${user.email}`).includes(wanted))
    .sort(byPosition);
  const keys = await signingKeys();
  const after =
    query.cursor === undefined ? undefined : openCursor(keys, companyId, fingerprint, query.cursor);
  const start =
    after === undefined
      ? ((query.pageNumber ?? 1) - 1) * USERS_PER_PAGE
      : matching.filter((user) => positionOf(user) <= after).length;
  const page = matching.slice(start, start + USERS_PER_PAGE);
  const last = page.at(-1);
  const hasMore = start + page.length < matching.length;
  return {
    users: await presentUsers(page, directory, clock.now()),
    count: matching.length,
    hasMore,
    cursor: hasMore && last !== undefined ? sealCursor(keys, companyId, fingerprint, positionOf(last)) : null,
  };
};
