import type { TimerMessage } from '@prosa/shared/messaging/timer-message.ts';
import { roundGoingOn, type ShardWalk, wasHandedOver } from '../../domain/timers/timer-walk.ts';
import { systemActor } from '../../platform/auth/principal.ts';
import { systemClock, toInstant } from '../../platform/clock.ts';
import { createHandler, logFailures } from '../../platform/lambda/create-handler.ts';
import { errorFields, log } from '../../platform/log.ts';
import { sendMessages } from '../../platform/queue/send-messages.ts';
import { commit } from '../../platform/table/commit.ts';
import { TIMER_SHARDS, TimerWalk } from '../../platform/table/entities/work.ts';
import { keys } from '../../platform/table/keys.ts';
import { globalTable } from '../../platform/table/table.ts';
import { dueTimers, type TimerRow } from '../../platform/timers/due-timers.ts';
import { handOverSends } from './hand-over-sends.ts';

/**
 * Horizon of a tick: everything that falls due until the next tick, a minute from now, has done half a minute's work.
 */
const HORIZON_MS = 90_000;
/**
 * Ends a tick that cannot keep up, well before its function's timeout of 50 s; the next one continues where it
 * stopped.
 */
const TICK_LIMIT_MS = 30_000;
const SECOND_MS = 1000;

const messageOf = ({ companyId, kind, subject, token }: TimerRow): TimerMessage => ({
  companyId,
  kind,
  subject,
  token,
});

const handOver = async (timers: readonly TimerRow[]): Promise<void> => {
  const nowMs = systemClock.now();
  await sendMessages(
    'timers',
    false,
    timers.map((timer) => ({
      id: timer.token,
      body: JSON.stringify(messageOf(timer)),
      groupId: String(timer.companyId),
      delayS: Math.max(0, Math.ceil((Date.parse(timer.dueAt) - nowMs) / SECOND_MS)),
    })),
  );
};

const later = (a: string, b: string): string => (a > b ? a : b);

/**
 * Reads the due timers of a shard, sends those not sent before, then stores the progress. A crash in between sends a
 * page twice, which the worker deduplicates. Returns the number of timers sent.
 */
const walkShard = async (shard: number, last: ShardWalk | undefined, nowMs: number): Promise<number> => {
  const before = roundGoingOn(last, nowMs);
  const walk = { shard, roundAt: before?.roundAt ?? toInstant(nowMs), walkedAt: toInstant(nowMs) };
  let reached = '';
  let handed = 0;
  for await (const { due, isLast } of dueTimers(shard, toInstant(nowMs + HORIZON_MS))) {
    const waiting = due.filter(
      ({ timer, sortKey }) => !wasHandedOver(before, { sortKey, setAt: timer.rowUpdatedAt }),
    );
    await handOver(waiting.map(({ timer }) => timer));
    handed += waiting.length;
    reached = due.at(-1)?.sortKey ?? reached;
    if (waiting.length > 0 || (isLast && handed > 0)) {
      const position = isLast ? later(reached, before?.position ?? '') : reached;
      await commit([globalTable.put(TimerWalk, { ...walk, position }, 'any')]);
    }
    if (systemClock.now() - nowMs > TICK_LIMIT_MS) break;
  }
  return handed;
};

const tick = async (): Promise<void> => {
  const nowMs = systemClock.now();
  const { pk } = keys.global.timerWalk({ shard: 0 });
  const { rows } = await globalTable.query(TimerWalk, { pk, limit: TIMER_SHARDS, consistent: true });
  const walks = new Map(rows.map((walk) => [walk.shard, walk]));
  const outcomes = await Promise.allSettled(
    Array.from({ length: TIMER_SHARDS }, (_none, shard) => walkShard(shard, walks.get(shard), nowMs)),
  );
  const timers = outcomes.reduce(
    (sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0),
    0,
  );
  const sends = await handOverSends(nowMs, nowMs + HORIZON_MS);
  if (timers + sends > 0) log.info('timers fall due', { timers, sends });
  const failures: unknown[] = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  for (const failure of failures) log.error('a shard of timers failed', errorFields(failure));
  if (failures.length > 0) throw new Error(`${failures.length} of ${TIMER_SHARDS} shards failed`);
};

/**
 * Runs once a minute: sends everything that falls due before the next tick to the queue of timers, with the remaining
 * delay. A failing shard does not stop the others.
 */
export const handler = createHandler({
  call: (event: unknown) => event,
  logFields: () => systemActor('timers'),
  use: [logFailures('the tick of timers failed')],
  run: tick,
});
