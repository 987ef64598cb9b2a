import { systemClock, toInstant } from '../../platform/clock.ts';
import { createHandler } from '../../platform/lambda/create-handler.ts';
import { logFailures } from '../../platform/lambda/log-failures.ts';
import { log } from '../../platform/log.ts';
import { sendMessages } from '../../platform/queue/send-messages.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import { TIMER_SHARDS, Timer } from '../../platform/table/entities.ts';
import { openTable } from '../../platform/table/table.ts';
import { dueTimers, type TimerRow } from '../../platform/timers/due-timers.ts';
import type { TimerMessage } from '../../platform/timers/timer-message.ts';

/** A tick takes what falls due before the next one. */
const HORIZON_MS = 60_000;
/** A timer that was handed over and is still here after this long was lost on the way: it is handed over again. */
const HAND_OVER_AGAIN_MS = 10 * 60_000;
const PAGE = 50;
/** Ends a tick that cannot keep up; the next one goes on with the most overdue. */
const MAX_PAGES = 40;
const SECOND_MS = 1000;

const delayS = (dueAt: string, nowMs: number): number =>
  Math.max(0, Math.ceil((Date.parse(dueAt) - nowMs) / SECOND_MS));

const messageOf = ({ companyId, kind, subject, token }: TimerRow): TimerMessage => ({
  companyId,
  kind,
  subject,
  token,
});

/** Puts a timer off until it would have to be handed over again. One that was replaced meanwhile is left alone. */
const putOff = async (timer: TimerRow, nowMs: number): Promise<void> => {
  const wakeAt = toInstant(Math.max(Date.parse(timer.dueAt), nowMs) + HAND_OVER_AGAIN_MS);
  try {
    await commit([openTable(timer.companyId).put(Timer, { ...timer, wakeAt }, timer.version, nowMs)]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
};

const tickShard = async (shard: number, nowMs: number): Promise<number> => {
  const until = toInstant(nowMs + HORIZON_MS);
  let handed = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const due = await dueTimers(shard, until, PAGE);
    // Handed over before it is put off: a crash in between hands it over twice, which its worker notices.
    await sendMessages(
      'timers',
      false,
      due.map((timer) => ({
        id: timer.token,
        body: JSON.stringify(messageOf(timer)),
        groupId: String(timer.companyId),
        delayS: delayS(timer.dueAt, nowMs),
      })),
    );
    await Promise.all(due.map((timer) => putOff(timer, nowMs)));
    handed += due.length;
    if (due.length < PAGE) break;
  }
  return handed;
};

const tick = async (): Promise<void> => {
  const nowMs = systemClock.now();
  const handed = await Promise.all(
    Array.from({ length: TIMER_SHARDS }, (_none, shard) => tickShard(shard, nowMs)),
  );
  const total = handed.reduce((sum, count) => sum + count, 0);
  if (total > 0) log.info('timers fall due', { timers: total });
};

/** Once a minute: hands what falls due before the next tick to the queue of timers, with the delay that is left. */
export const handler = createHandler({
  call: (event: unknown) => event,
  logFields: () => ({ schedule: 'timer-tick' }),
  use: [logFailures('the tick of timers failed')],
  run: tick,
});
