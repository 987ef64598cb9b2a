import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { systemClock } from '../clock.ts';
import { describeIssues, errorFields, log, withLogFields } from '../log.ts';
import { quarantine } from '../queue/quarantine.ts';
import { createHandler, type LambdaHandler, logFailures } from './create-handler.ts';

/** Metadata of a queue's message. */
export interface Delivery {
  /** The body as it was sent. */
  body: string;
  /** When this attempt began, in epoch milliseconds. */
  nowMs: number;
}

export interface QueueOptions {
  /** The queue's name, under which unreadable messages are quarantined. */
  queue: string;
  /** For a FIFO queue: how often a message is received before it goes to the dead-letter queue. */
  maxReceives?: number;
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
 * is retried: alone on a standard queue, with all later messages of its group on a FIFO queue. On a FIFO queue, a
 * message that fails for the last time goes to the dead-letter queue alone, and the messages behind it, which used up
 * their attempts waiting, are processed. A message that does not match the schema is quarantined, so that it neither
 * blocks its group nor gets lost.
 */
export const queueHandler = <S extends z.ZodType>(
  schema: S,
  handle: (message: z.output<S>, delivery: Delivery) => Promise<void>,
  { queue, maxReceives }: QueueOptions,
): LambdaHandler<SQSEvent, SQSBatchResponse> => {
  const work = async ({ body }: SQSRecord): Promise<void> => {
    const nowMs = systemClock.now();
    const parsed = schema.safeParse(parseJson(body));
    if (parsed.success) await handle(parsed.data, { body, nowMs });
    else await quarantine(queue, describeIssues(parsed.error), body, nowMs);
  };
  const isLastTry = ({ attributes }: SQSRecord): boolean =>
    maxReceives !== undefined && Number(attributes.ApproximateReceiveCount) >= maxReceives;

  const workGroup = async (records: readonly SQSRecord[]): Promise<string[]> => {
    const dead: string[] = [];
    for (const [index, record] of records.entries()) {
      const { messageId } = record;
      try {
        await withLogFields({ messageId }, () => work(record));
      } catch (error) {
        log.error('a message of a queue failed', { messageId, ...errorFields(error) });
        if (!isLastTry(record)) return [...dead, ...records.slice(index).map((behind) => behind.messageId)];
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
