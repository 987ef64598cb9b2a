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

/** Returns the ids of the company's online users: one query. */
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
 * Returns the writes that mark a user as online. The row's existence means online: a timer deletes it without further
 * heartbeats, and creation and deletion are published to browsers.
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
 * Stores a user's heartbeat. An existing row already has its timer, which checks the row when it fires, so a
 * heartbeat writes only the row.
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

/** Returns the write that takes a user offline, unless a heartbeat came since the row was read. */
export const presenceEndItem = (table: Table, presence: PresenceRow): WriteItem =>
  table.delete(Presence, presence, { seenAt: presence.seenAt });
