import type { userRoutes } from '@prosa/shared/contracts/users.ts';
import { USERS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Page } from '../../platform/table/table.ts';
import { loadUsers, type UserRow } from '../../repositories/users/users.ts';
import { presentUsers } from './present.ts';

const positionOf = (user: { name: string; id: number }): string =>
  `${normalizeForSearch(user.name)}\n${String(user.id).padStart(10, '0')}`;
const byPosition = (a: { name: string; id: number }, b: { name: string; id: number }): number =>
  positionOf(a) < positionOf(b) ? -1 : 1;

const pageBehind = async (users: readonly UserRow[], after: string | undefined): Promise<Page<UserRow>> => {
  const rest = after === undefined ? users : users.filter((user) => positionOf(user) > after);
  const rows = rest.slice(0, USERS_PER_PAGE);
  const last = rows.at(-1);
  return rest.length > rows.length && last !== undefined ? { rows, next: positionOf(last) } : { rows };
};

/** Lists users by name. Two queries: all users, and who is online. */
export const listUsers: RouteHandler<typeof userRoutes.list> = async ({ query, principal, clock }) => {
  const { directory, companyId } = principal;
  const wanted = normalizeForSearch(query.searchParam);
  const paging = await pagingOf(principal, 'users', wanted, query);
  const matching = (await loadUsers(openTable(companyId)))
    .filter((user) => normalizeForSearch(`${user.name} ${user.email}`).includes(wanted))
    .sort(byPosition);
  const page = await paging.read((after) => pageBehind(matching, after));
  return {
    users: await presentUsers(page.rows, directory, clock.now()),
    count: matching.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};
