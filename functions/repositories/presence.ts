import { isOnline, ONLINE_WINDOW_MS } from '@prosa/shared/rules/presence.ts';
import { toInstant } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import { Presence } from '../platform/table/entities.ts';
import { keys } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import { setTimerItem } from '../platform/timers/set-timer.ts';

/** More users than any plan allows. */
const USERS_MAX = 10_000;

/** Which users of the company are online: one query. */
export const onlineUserIds = async (table: Table, nowMs: number): Promise<ReadonlySet<number>> => {
  const { pk } = keys.presence({ userId: 0 });
  const { rows } = await table.query(Presence, { pk, limit: USERS_MAX, maxExamined: USERS_MAX });
  return new Set(rows.filter((row) => isOnline(row, nowMs)).map((row) => row.userId));
};

/**
 * Marks a user as there. The row is what being online means: a timer removes it when no further sign of life comes,
 * and browsers are told when it appears and when it goes.
 */
export const presenceItems = (
  table: Table,
  userId: number,
  ports: { ids: Ids; nowMs: number },
): WriteItem[] => {
  if (table.companyId === null) throw new Error('a user belongs to a company');
  return [
    table.put(
      Presence,
      { companyId: table.companyId, userId, seenAt: toInstant(ports.nowMs) },
      'any',
      ports.nowMs,
    ),
    setTimerItem(
      table,
      { kind: 'presence-check', subject: String(userId), dueAt: ports.nowMs + ONLINE_WINDOW_MS },
      ports,
    ),
  ];
};
