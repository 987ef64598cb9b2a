import { ONLINE_WINDOW_MS } from '@prosa/shared/rules/presence.ts';
import { toInstant } from './clock.ts';
import type { Ids } from './ids.ts';
import type { WriteItem } from './table/commit.ts';
import { Presence } from './table/entities.ts';
import type { Table } from './table/table.ts';
import { setTimerItem } from './timers/set-timer.ts';

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
