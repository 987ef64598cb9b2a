import { isOnline } from '@prosa/shared/rules/presence.ts';
import { Presence } from '../table/entities.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** More users than any plan allows. */
const USERS_MAX = 10_000;

/** Which users of the company are online: one query. */
export const onlineUserIds = async (table: Table, nowMs: number): Promise<ReadonlySet<number>> => {
  const { pk } = keys.presence({ userId: 0 });
  const { rows } = await table.query(Presence, { pk, limit: USERS_MAX, maxExamined: USERS_MAX });
  return new Set(rows.filter((row) => isOnline(row, nowMs)).map((row) => row.userId));
};
