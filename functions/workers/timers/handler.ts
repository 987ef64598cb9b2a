import { systemClock, toInstant } from '../../platform/clock.ts';
import { systemIds } from '../../platform/ids.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { log } from '../../platform/log.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { Timer } from '../../platform/table/entities.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import type { TimerRow } from '../../platform/timers/due-timers.ts';
import { TIMER_KINDS, type TimerKind } from '../../platform/timers/set-timer.ts';
import { type TimerMessage, timerMessageSchema } from '../../platform/timers/timer-message.ts';
import { checkMedia } from './check-media.ts';
import { checkPresence } from './check-presence.ts';
import { checkSend } from './check-send.ts';
import { sweepQueue } from './sweep-queue.ts';
import type { TimerHandler } from './timer-handler.ts';

const HANDLERS: Record<TimerKind, TimerHandler> = {
  'send-check': checkSend,
  'media-check': checkMedia,
  'presence-check': checkPresence,
  'queue-sweep': sweepQueue,
};
const MAX_ATTEMPTS = 5;

const kindOf = (name: string): TimerKind => {
  const kind = TIMER_KINDS.find((candidate) => candidate === name);
  if (kind === undefined) throw new Error(`no handler for timers of kind ${name}`);
  return kind;
};

/**
 * The timer's end, as part of what it does: only one of several workers that hold it gets through. A timer that takes
 * its place ends it, by the version that was read.
 */
const withEnd = (table: Table, timer: TimerRow, items: readonly WriteItem[]): WriteItem[] => {
  const end = table.delete(Timer, timer, timer.version);
  const isSame = (item: WriteItem) => item.key.pk === end.key.pk && item.key.sk === end.key.sk;
  return items.some(isSame)
    ? items.map((item) =>
        isSame(item) && end.condition !== undefined ? { ...item, condition: end.condition } : item,
      )
    : [...items, end];
};

/** Fires a timer once. One that was taken back, replaced or fired already does nothing. */
const fire = async ({ companyId, kind, subject, token }: TimerMessage): Promise<void> => {
  const table = openTable(companyId);
  for (let attempt = 1; ; attempt++) {
    const timer = await table.get(Timer, { kind, subject }, { consistent: true });
    if (timer?.token !== token) return;
    const nowMs = systemClock.now();
    const isEarly = Date.parse(timer.dueAt) > nowMs;
    const items = isEarly
      ? [table.put(Timer, { ...timer, wakeAt: toInstant(Date.parse(timer.dueAt)) }, timer.version, nowMs)]
      : withEnd(table, timer, await HANDLERS[kindOf(kind)]({ table, timer, nowMs, ids: systemIds }));
    try {
      return await commit(items);
    } catch (error) {
      if (!(error instanceof WriteConflict) || attempt >= MAX_ATTEMPTS) throw error;
      log.debug('a timer met another change', {
        kind,
        entities: error.failed.map((item) => item.entity).join(),
      });
    }
  }
};

/** The queue `timers`: each fires on its own. */
export const handler = queueHandler(timerMessageSchema, fire, { queue: 'timers' });
