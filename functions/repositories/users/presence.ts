import { isOnline, ONLINE_WINDOW_MS } from '@prosa/shared/rules/presence.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Presence } from '../../platform/table/entities/users.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';

type PresenceRow = Row<typeof Presence>;

/** More users than any plan allows. */
const USERS_MAX = 10_000;

/** Which users of the company are online: one query. */
export const onlineUserIds = async (table: Table, nowMs: number): Promise<ReadonlySet<number>> => {
  const { pk } = keys.presence({ userId: 0 });
  const { rows } = await table.query(Presence, { pk, limit: USERS_MAX, maxExamined: USERS_MAX });
  return new Set(rows.filter((row) => isOnline(row, nowMs)).map((row) => row.userId));
};

export const loadPresence = (table: Table, userId: number): Promise<PresenceRow | undefined> =>
  table.get(Presence, { userId }, { consistent: true });

const presenceItem = (table: Table, userId: number, expect: 'any' | 'exists', nowMs: number): WriteItem => {
  if (table.companyId === null) throw new Error('a user belongs to a company');
  return table.put(Presence, { companyId: table.companyId, userId, seenAt: toInstant(nowMs) }, expect, nowMs);
};

/**
 * Marks a user as there. The row is what being online means: a timer removes it when no further sign of life comes,
 * and browsers are told when it appears and when it goes.
 */
export const presenceItems = (
  table: Table,
  userId: number,
  ports: { ids: Ids; nowMs: number },
): WriteItem[] => [
  presenceItem(table, userId, 'any', ports.nowMs),
  setTimerItem(
    table,
    { kind: 'presence-check', subject: userId, dueAt: ports.nowMs + ONLINE_WINDOW_MS },
    ports,
  ),
];

/**
 * Notes a sign of life of a user. Where the row is there, so is its timer, which looks at the row when it fires: a sign
 * writes the row alone.
 */
export const noteSignOfLife = async (
  table: Table,
  userId: number,
  ports: { ids: Ids; nowMs: number },
): Promise<void> => {
  try {
    await commit([presenceItem(table, userId, 'exists', ports.nowMs)]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    await commit(presenceItems(table, userId, ports));
  }
};

/** Takes a user offline, unless a sign of life came since the row was read. */
export const presenceEndItem = (table: Table, presence: PresenceRow): WriteItem =>
  table.delete(Presence, presence, { seenAt: presence.seenAt });
