import { QUEUE_NAMES, type QueueName } from '@prosa/shared/resource-names.ts';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import * as z from 'zod';
import { systemPrincipal } from '../platform/auth/principal.ts';
import { redriveDeadLetters } from '../platform/aws/sqs-redrive.ts';
import { deleteObject, getObject, listKeys } from '../platform/blob/blob.ts';
import { systemClock, toInstant } from '../platform/clock.ts';
import { DISCARDED_PREFIX, GIVEN_UP_PREFIX, givenUpSchema } from '../platform/given-up.ts';
import { handOver } from '../platform/queue/hand-over.ts';
import { REFUSED_MESSAGES, refusedMessageSchema, resendMessage } from '../platform/queue/send-messages.ts';
import { commit } from '../platform/table/commit.ts';
import { Outbox } from '../platform/table/entities/work.ts';
import { openTable } from '../platform/table/table.ts';
import { handler as index } from './index/handler.ts';
import { handler as live } from './live/handler.ts';
import type { StreamRecord } from './read-changes.ts';
import type { StreamBatch } from './stream-handler.ts';

const CONSUMERS: Record<string, (batch: StreamBatch) => Promise<DynamoDBBatchResponse>> = { live, index };
/** `<installation>-<consumer>` at the end of an ARN, or the consumer's name alone. */
const CONSUMER_NAME = /^(?:.*:function:[a-z0-9-]+-)?([a-z]+)(?::|$)/;

const batchSchema = z.object({
  Records: z.array(z.custom<StreamRecord>((value) => typeof value === 'object' && value !== null)),
});

/** Source name of rows of the outbox whose message its queue refused; earlier releases kept them. */
const REFUSED_ROWS = 'outbox';

/** Sends a message again that its queue refused. */
const replayMessage = async (payload: unknown): Promise<void> => {
  const { queue, message } = refusedMessageSchema.parse(payload);
  await resendMessage(queue, message);
};

/** Puts a row back into the outbox, and sends it. */
const replayRow = async (payload: unknown): Promise<void> => {
  const row = Outbox.schema.parse(payload);
  const nowMs = systemClock.now();
  const { companyId } = systemPrincipal('replay', row.companyId);
  await commit([openTable(companyId).put(Outbox, { ...row, at: toInstant(nowMs) }, 'any', nowMs)]);
  await handOver(row.queue, [{ companyId, groupId: row.groupId }]);
};

const replayObject = async (bytes: Uint8Array): Promise<void> => {
  const { requestContext, payload } = givenUpSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
  const [, source = ''] = CONSUMER_NAME.exec(requestContext.functionArn) ?? [];
  if (requestContext.functionArn === REFUSED_MESSAGES) return replayMessage(JSON.parse(payload));
  if (source === REFUSED_ROWS) return replayRow(JSON.parse(payload));
  const handler = CONSUMERS[source];
  if (handler === undefined) throw new Error(`nobody is called ${requestContext.functionArn}`);
  const { Records } = batchSchema.parse(JSON.parse(payload));
  const { batchItemFailures } = await handler({ Records, isReplay: true });
  if (batchItemFailures.length > 0) throw new Error('it failed again');
};

/** Has the messages of the dead-letter queues retried. Returns their approximate number by queue. */
export const replayDeadLetters = async (): Promise<ReadonlyMap<QueueName, number>> => {
  const moved = new Map<QueueName, number>();
  for (const queue of QUEUE_NAMES) {
    const count = await redriveDeadLetters(queue);
    if (count > 0) moved.set(queue, count);
  }
  return moved;
};

/**
 * Retries the events and messages that were given up in the programs they belong to, the oldest first and one after
 * the other, and deletes those that succeed. Can be interrupted and repeated. Stream records that are still
 * unreadable are stored again.
 * @param onLeft called for each failure, which stays stored
 */
export const replayGivenUp = async (
  onLeft: (key: string, error: unknown) => void,
): Promise<{ done: number; left: number }> => {
  const kept = (await Promise.all([GIVEN_UP_PREFIX, DISCARDED_PREFIX].map(listKeys))).flat();
  const outcome = { done: 0, left: 0 };
  for (const { key } of kept.toSorted((a, b) => a.modifiedMs - b.modifiedMs)) {
    const bytes = await getObject(key);
    if (bytes === undefined) continue;
    try {
      await replayObject(bytes);
      await deleteObject(key);
      outcome.done += 1;
    } catch (error) {
      outcome.left += 1;
      onLeft(key, error);
    }
  }
  return outcome;
};
