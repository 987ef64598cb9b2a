import { directoryUserSchema, type User as UserFields } from '@prosa/shared/entities/user.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { DirectoryUser, User } from '../../platform/table/entities/users.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';

export type UserRow = Row<typeof User>;

/** Returns a user with password hash, hours, texts and appearance settings. One consistent read. */
export const loadUser = (table: Table, id: number): Promise<UserRow | undefined> =>
  table.get(User, { id }, { consistent: true });

/** Returns all users with all fields. One consistent query: a unit for every 4 kB. */
export const loadUsers = async (table: Table): Promise<UserRow[]> =>
  (await table.queryAll(keys.user({ id: 0 }).pk, { consistent: true })).map((raw) => parseRow(User, raw));

/** Returns the directory's part of a user, as text to compare. */
const briefOf = (user: UserFields): string => JSON.stringify(directoryUserSchema.parse(user));

/**
 * Returns the writes that create, change or remove a user: the full row, and the brief form for the directory if that
 * changes, so that a new picture or theme makes no container reload the directory. The only way to write users. The
 * caller must write the marker of the e-mail address.
 * @param before as read; its version guards the write
 */
export const userItems = (
  table: Table,
  before: UserRow | undefined,
  after: UserFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const own = after ?? before;
  if (own === undefined) throw new Error('no user');
  const { id } = own;
  if (after === undefined)
    return [table.delete(User, { id }, before?.version), table.delete(DirectoryUser, { id })];
  const isSame = before !== undefined && briefOf(before) === briefOf(after);
  return [
    table.put(
      User,
      { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
      before?.version ?? 'absent',
      nowMs,
    ),
    ...(isSame ? [] : [table.put(DirectoryUser, directoryUserSchema.parse(after), 'any', nowMs)]),
  ];
};
