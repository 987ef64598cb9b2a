import { isLastReceive, retryDelayS } from '@prosa/shared/messaging/queue-retries.ts';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { systemClock } from '../clock.ts';
import { describeIssues, errorFields, log, withLogFields } from '../log.ts';
import { quarantine } from '../queue/quarantine.ts';
import { returnMessages } from '../queue/receive-messages.ts';
import { RetryLater } from '../queue/retry-later.ts';
import { createHandler, type LambdaHandler, logFailures } from './create-handler.ts';

/** Metadata of a queue's message. */
export interface Delivery {
  /** The body as it was sent. */
  body: string;
  /** When this attempt began, in epoch milliseconds. */
  nowMs: number;
  /** How often the message was received, including this time. */
  receives: number;
  /** Whether the message goes to the dead-letter queue if this attempt fails. */
  isLastTry: boolean;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/**
 * Returns the key of messages that must stay in order: the FIFO group. On a standard queue each message is
 * independent.
 */
const groupOf = (record: SQSRecord): string =>
  record.eventSourceARN.endsWith('.fifo')
    ? (record.attributes.MessageGroupId ?? record.messageId)
    : record.messageId;

/**
 * Makes the Lambda handler of a queue's worker. Groups are processed in parallel, each in its order. A failed message
 * is given back to its queue, alone on a standard queue, with all later messages of its group on a FIFO queue: it is
 * received again after the delay that `QUEUE_RETRIES` states, or that {@link RetryLater} names. A message that fails for
 * the last time goes to the dead-letter queue alone, at once; on a FIFO queue the messages behind it, which used up
 * their attempts waiting, are processed. A message that does not match the schema is quarantined, so that it neither
 * blocks its group nor gets lost. If the function is killed, nothing is given back, and its messages stay hidden for
 * the queue's visibility timeout.
 */
export const queueHandler = <S extends z.ZodType>(
  schema: S,
  handle: (message: z.output<S>, delivery: Delivery) => Promise<void>,
  queue: QueueName,
): LambdaHandler<SQSEvent, SQSBatchResponse> => {
  const receivesOf = ({ attributes }: SQSRecord): number => Number(attributes.ApproximateReceiveCount);
  const isLastTry = (record: SQSRecord): boolean => isLastReceive(queue, receivesOf(record));
  const work = async (record: SQSRecord): Promise<void> => {
    const { body } = record;
    const nowMs = systemClock.now();
    const parsed = schema.safeParse(parseJson(body));
    if (!parsed.success) return quarantine(queue, describeIssues(parsed.error), body, nowMs);
    await handle(parsed.data, { body, nowMs, receives: receivesOf(record), isLastTry: isLastTry(record) });
  };
  /** Gives messages back to their queue and returns their ids, by which Lambda knows what not to delete. */
  const giveBack = async (records: readonly SQSRecord[], delayS: number): Promise<string[]> => {
    const receipts = records.map(({ receiptHandle }) => receiptHandle);
    await returnMessages(queue, receipts, delayS).catch((error: unknown) =>
      log.warn('messages not given back; they come again later', errorFields(error)),
    );
    return records.map(({ messageId }) => messageId);
  };

  const workGroup = async (records: readonly SQSRecord[]): Promise<string[]> => {
    const dead: string[] = [];
    for (const [index, record] of records.entries()) {
      const { messageId } = record;
      try {
        await withLogFields({ messageId }, () => work(record));
      } catch (error) {
        const isLast = isLastTry(record);
        // A message whose time has not come is not a failure: nothing is logged.
        const isEarly = error instanceof RetryLater && !isLast;
        if (!isEarly) log.error('a message of a queue failed', { messageId, ...errorFields(error) });
        if (!isLast) {
          const delayS = isEarly ? error.delayS : retryDelayS(queue, receivesOf(record));
          return [...dead, ...(await giveBack(records.slice(index), delayS))];
        }
        // SQS moves it to the dead-letter queue when it is due to be received again.
        dead.push(...(await giveBack([record], 0)));
      }
    }
    return dead;
  };

  return createHandler({
    call: (event: SQSEvent) => event,
    logFields: () => ({ queue }),
    use: [logFailures('a batch of a queue failed')],
    run: async (event) => {
      const groups = Map.groupBy(event.Records, groupOf);
      const failed = await Promise.all([...groups.values()].map(workGroup));
      return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
    },
  });
};
