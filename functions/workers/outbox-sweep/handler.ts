import type { QueueName } from '@prosa/shared/resource-names.ts';
import { systemActor, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock, toInstant } from '../../platform/clock.ts';
import { createHandler, logFailures } from '../../platform/lambda/create-handler.ts';
import { errorFields, log } from '../../platform/log.ts';
import { handOver, type OutboxRow, waitingOutbox } from '../../platform/queue/hand-over.ts';
import { OUTBOX_SHARDS } from '../../platform/table/entities/work.ts';

const MINUTE_MS = 60_000;
/** The stream sends messages within a second; a message that is still here after this was missed. */
const SWEEP_AFTER_MS = MINUTE_MS;
/** An operator must act after this time. */
const ALARM_AFTER_MS = 5 * MINUTE_MS;
/** Maximum of rows of a shard, the oldest first. The next run takes the rest. */
const ROWS_PER_SHARD = 500;

/** Sends the waiting messages of a queue's groups; an error only delays this queue. */
const sweepQueue = async (queue: QueueName, rows: readonly OutboxRow[]): Promise<readonly OutboxRow[]> => {
  try {
    await handOver(
      queue,
      rows.map(({ companyId, groupId }) => ({
        companyId: systemPrincipal('outbox-sweep', companyId).companyId,
        groupId,
      })),
    );
    return [];
  } catch (error) {
    log.warn('the outbox waits', { queue, rows: rows.length, ...errorFields(error) });
    return rows;
  }
};

const sweepAll = async (): Promise<void> => {
  const nowMs = systemClock.now();
  const until = toInstant(nowMs - SWEEP_AFTER_MS);
  const shards = await Promise.all(
    Array.from({ length: OUTBOX_SHARDS }, (_none, shard) => waitingOutbox(shard, until, ROWS_PER_SHARD)),
  );
  const rows = shards.flat();
  if (rows.length === 0) return;
  log.warn('the stream left something in the outbox', { rows: rows.length });
  const byQueue = [...Map.groupBy(rows, ({ queue }) => queue)];
  const left = (await Promise.all(byQueue.map(([queue, ofQueue]) => sweepQueue(queue, ofQueue)))).flat();
  const stuck = left.filter(({ at }) => Date.parse(at) <= nowMs - ALARM_AFTER_MS);
  if (stuck.length > 0)
    throw new Error(`${stuck.length} messages have waited in the outbox for five minutes`);
};

/**
 * Runs once a minute: sends the messages that the stream missed. Fails, and so triggers the alarm, while a message
 * has been waiting for five minutes.
 */
export const handler = createHandler({
  call: (event: unknown) => event,
  logFields: () => systemActor('outbox-sweep'),
  use: [logFailures('the sweep of the outbox failed')],
  run: sweepAll,
});
