import { AppError } from '@prosa/shared/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { User } from '../../platform/table/entities/users.ts';
import type { Table } from '../../platform/table/table.ts';

export type UserRow = Row<typeof User>;

/** @throws AppError ERR_NO_USER_FOUND */
export const requireUser = async (table: Table, id: number): Promise<UserRow> => {
  const user = await table.get(User, { id }, { consistent: true });
  if (user === undefined) throw new AppError('ERR_NO_USER_FOUND');
  return user;
};

/** Writes a user where nobody else did meanwhile, together with what must follow. */
export const replaceUser = async (
  table: Table,
  before: UserRow,
  after: Omit<UserRow, 'version' | 'rowCreatedAt' | 'rowUpdatedAt'>,
  more: readonly WriteItem[],
  clock: Clock,
): Promise<UserRow> => {
  await commit([
    table.put(User, { ...after, rowCreatedAt: before.rowCreatedAt }, before.version, clock.now()),
    ...more,
  ]);
  forgetDirectory(before.companyId);
  return { ...before, ...after, version: before.version + 1 };
};
