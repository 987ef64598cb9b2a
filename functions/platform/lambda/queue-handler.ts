import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import { systemClock } from '../clock.ts';
import { describeIssues, errorFields, log, withLogFields } from '../log.ts';
import { quarantine } from '../queue/quarantine.ts';
import { createHandler, type LambdaHandler, logFailures } from './create-handler.ts';

/** A message of a queue beyond its contents. */
export interface Delivery {
  /** As it was sent. */
  body: string;
  /** When this attempt began, in epoch milliseconds. */
  nowMs: number;
}

export interface QueueOptions {
  /** The queue's name: where messages that nobody can read are kept aside under. */
  queue: string;
  /** Of a FIFO queue: how often a message is received before it goes to the dead letters. */
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

/** Messages that keep their order: those of a FIFO group. On a standard queue each stands for itself. */
const groupOf = (record: SQSRecord): string =>
  record.eventSourceARN.endsWith('.fifo')
    ? (record.attributes.MessageGroupId ?? record.messageId)
    : record.messageId;

/**
 * The entry of a queue's worker. Groups are worked on side by side, each in its order; what failed comes again, alone on
 * a standard queue, with all behind it in its group on a FIFO one. There, what fails for the last time goes to the
 * dead letters by itself: those behind it, which used up their tries waiting for it, are processed. What the schema
 * refuses is kept aside, so that it neither blocks its group nor disappears.
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
