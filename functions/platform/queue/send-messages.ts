import { QUEUE_NAMES, type QueueName } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { isTransient, isTransientCode } from '../aws/is-transient.ts';
import { queueUrl, SQS_BATCH_MAX, SQS_BATCH_MAX_BYTES, sendMessageBatch } from '../aws/sqs.ts';
import { keepGivenUp } from '../given-up.ts';
import { sha256 } from '../ids.ts';
import { queueId } from './queue-id.ts';

export interface QueueMessage {
  /** Unique in the batch; on FIFO queues also the deduplication id. Any text: {@link queueId} makes SQS's id of it. */
  id: string;
  body: string;
  /** FIFO group; on standard queues the company, for fair sharing. Any text, as {@link id}. */
  groupId?: string | undefined;
  /** Seconds, at most 900; standard queues only. */
  delayS?: number | undefined;
}

/** Source name of messages that their queue refused, and that are kept for a replay. */
export const REFUSED_MESSAGES = 'refused-messages';

/** A message that its queue refused, as it is kept. */
export const refusedMessageSchema = z.object({
  queue: z.enum(QUEUE_NAMES),
  message: z.object({
    id: z.string(),
    body: z.string(),
    groupId: z.string().optional(),
    delayS: z.number().optional(),
  }),
});

/** A message that its queue will never accept, so a retry is useless. */
interface Refused {
  message: QueueMessage;
  code: string;
}

/** Errors of a whole call that its messages cause (SQS, `SendMessageBatch`). */
const CAUSED_BY_MESSAGES =
  /(?:BatchRequestTooLong|InvalidMessageContents|InvalidParameterValue|MissingParameter)(?:Exception)?$/;

/** Whether a queue is FIFO: SQS requires this suffix of its name. */
export const isFifo = (queue: QueueName): boolean => queueUrl(queue).endsWith('.fifo');

/**
 * Returns a JSON body in characters that SQS takes: those of XML 1.0. Of the others, JSON escapes control characters and
 * lone surrogates itself.
 */
const acceptedBody = (json: string): string =>
  json.replace(/[\uFFFE\uFFFF]/g, (char) => (char === '\uFFFE' ? '\\ufffe' : '\\uffff'));

/** Splits messages into batches of at most ten messages and SQS's maximum size, in order. */
const batchesOf = (messages: readonly QueueMessage[]): QueueMessage[][] => {
  const batches: QueueMessage[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(message.body);
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === SQS_BATCH_MAX || bytes + size > SQS_BATCH_MAX_BYTES) {
      batches.push([message]);
      bytes = size;
    } else {
      batch.push(message);
      bytes += size;
    }
  }
  return batches;
};

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && CAUSED_BY_MESSAGES.test(error.name) && !isTransient(error);

/**
 * Sends a batch; returns the messages that the queue refused for good.
 * @throws after a temporary failure; then any of the messages may have been accepted
 */
const sendBatch = async (
  queue: QueueName,
  fifo: boolean,
  batch: readonly QueueMessage[],
): Promise<Refused[]> => {
  try {
    const { Failed = [] } = await sendMessageBatch({
      QueueUrl: queueUrl(queue),
      Entries: batch.map(({ id, body, groupId, delayS }, index) => ({
        Id: String(index),
        MessageBody: acceptedBody(body),
        MessageGroupId: groupId === undefined ? undefined : queueId(groupId),
        MessageDeduplicationId: fifo ? queueId(id) : undefined,
        DelaySeconds: delayS,
      })),
    });
    return Failed.map(({ Id, Code = '', SenderFault }) => {
      const message = batch[Number(Id)];
      if (SenderFault !== true || message === undefined || isTransientCode(Code))
        throw new Error(`queue ${queue} did not take a message: ${Code}`);
      return { message, code: Code };
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [only, ...others] = batch;
    if (only !== undefined && others.length === 0) return [{ message: only, code: error.name }];
    // One of them spoils the call: alone, each shows whether it is the one.
    const refused: Refused[] = [];
    for (const message of batch) refused.push(...(await sendBatch(queue, fifo, [message])));
    return refused;
  }
};

/** Keeps a refused message whole, once however often it is refused. */
const setAside = (queue: QueueName, { message, code }: Refused): Promise<void> =>
  keepGivenUp(
    REFUSED_MESSAGES,
    `queue ${queue} refused a message: ${code}`,
    { queue, message },
    sha256(JSON.stringify([queue, message.id, message.body])),
  );

/**
 * Sends all messages. A message that its queue refuses for good is kept whole in the bucket, raises the alarm, and can be
 * replayed; the others are sent.
 * @throws after a temporary failure; messages accepted before it are sent again by the caller's retry
 */
export const sendMessages = async (
  queue: QueueName,
  fifo: boolean,
  messages: readonly QueueMessage[],
): Promise<void> => {
  for (const batch of batchesOf(messages))
    for (const refused of await sendBatch(queue, fifo, batch)) await setAside(queue, refused);
};

/**
 * Sends one message again that its queue refused before.
 * @throws if the queue refuses it again, or after a temporary failure
 */
export const resendMessage = async (queue: QueueName, message: QueueMessage): Promise<void> => {
  const [refused] = await sendBatch(queue, isFifo(queue), [message]);
  if (refused !== undefined) throw new Error(`queue ${queue} refused a message: ${refused.code}`);
};
