import { AppError } from '@prosa/shared/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadUser, type UserRow, userItems } from '../../repositories/users/users.ts';

/**
 * Returns a user.
 * @throws AppError ERR_NO_USER_FOUND
 */
export const requireUser = async (table: Table, id: number): Promise<UserRow> => {
  const user = await loadUser(table, id);
  if (user === undefined) throw new AppError('ERR_NO_USER_FOUND');
  return user;
};

/** Writes a user, together with dependent items, unless the row changed meanwhile. */
export const replaceUser = async (
  table: Table,
  before: UserRow,
  after: Omit<UserRow, 'version' | 'rowCreatedAt' | 'rowUpdatedAt'>,
  more: readonly WriteItem[],
  clock: Clock,
): Promise<UserRow> => {
  await commit([...userItems(table, before, after, clock.now()), ...more]);
  forgetDirectory(before.companyId);
  return { ...before, ...after, version: before.version + 1 };
};
