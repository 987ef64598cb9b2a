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
}

export interface QueueOptions {
  /** The queue's name, under which unreadable messages are quarantined. */
  queue: string;
  /** For a FIFO queue: how often a message is received before it goes to the dead-letter queue. */
  maxReceives?: number;
  /**
   * For a FIFO queue: the name under which failed messages, and those behind them, are given back to it. They come
   * again after the delay of {@link RetryLater}, after any other error in 2 s, then 4 s and so on up to five minutes.
   * Without it they come again after the queue's visibility timeout.
   */
  returnsTo?: QueueName;
}

const RETRY_MAX_S = 300;

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
 * is retried: alone on a standard queue, with all later messages of its group on a FIFO queue. On a FIFO queue, a
 * message that fails for the last time goes to the dead-letter queue alone, and the messages behind it, which used up
 * their attempts waiting, are processed. A message that does not match the schema is quarantined, so that it neither
 * blocks its group nor gets lost.
 */
export const queueHandler = <S extends z.ZodType>(
  schema: S,
  handle: (message: z.output<S>, delivery: Delivery) => Promise<void>,
  { queue, maxReceives, returnsTo }: QueueOptions,
): LambdaHandler<SQSEvent, SQSBatchResponse> => {
  const receivesOf = ({ attributes }: SQSRecord): number => Number(attributes.ApproximateReceiveCount);
  const work = async (record: SQSRecord): Promise<void> => {
    const { body } = record;
    const nowMs = systemClock.now();
    const parsed = schema.safeParse(parseJson(body));
    if (parsed.success) await handle(parsed.data, { body, nowMs, receives: receivesOf(record) });
    else await quarantine(queue, describeIssues(parsed.error), body, nowMs);
  };
  const isLastTry = (record: SQSRecord): boolean =>
    maxReceives !== undefined && receivesOf(record) >= maxReceives;
  /** Returns the ids of messages that come again, and hides the messages for the delay if their queue is known. */
  const giveBack = async (records: readonly SQSRecord[], { delayS }: RetryLater): Promise<string[]> => {
    if (returnsTo !== undefined) {
      const receipts = records.map(({ receiptHandle }) => receiptHandle);
      await returnMessages(returnsTo, receipts, delayS).catch((error: unknown) =>
        log.warn('messages not given back; they come again later', errorFields(error)),
      );
    }
    return records.map(({ messageId }) => messageId);
  };

  const workGroup = async (records: readonly SQSRecord[]): Promise<string[]> => {
    const dead: string[] = [];
    for (const [index, record] of records.entries()) {
      const { messageId } = record;
      try {
        await withLogFields({ messageId }, () => work(record));
      } catch (error) {
        // Not a failure: nothing is logged.
        if (error instanceof RetryLater && !isLastTry(record))
          return [...dead, ...(await giveBack(records.slice(index), error))];
        log.error('a message of a queue failed', { messageId, ...errorFields(error) });
        if (!isLastTry(record)) {
          const soon = new RetryLater(Math.min(2 ** receivesOf(record), RETRY_MAX_S));
          return [...dead, ...(await giveBack(records.slice(index), soon))];
        }
        dead.push(messageId);
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
