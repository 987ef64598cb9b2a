import type { QueueName } from '@prosa/shared/resource-names.ts';
import { queueUrl, SQS_BATCH_MAX, SQS_BATCH_MAX_BYTES, sendMessageBatch } from '../aws/sqs.ts';

export interface QueueMessage {
  /** Unique in the batch; on FIFO queues also the deduplication id. */
  id: string;
  body: string;
  /** FIFO group; on standard queues the company, for fair sharing. */
  groupId?: string;
  /** Seconds, at most 900; standard queues only. */
  delayS?: number;
}

/** Thrown for a message that the queue will never accept, so a retry is useless. */
export class RefusedMessage extends Error {
  readonly messageId: string;
  constructor(queue: string, messageId: string, code: string | undefined) {
    super(`queue ${queue} refused a message: ${code}`);
    this.name = 'RefusedMessage';
    this.messageId = messageId;
  }
}

/** Whether a queue is FIFO: SQS requires this suffix of its name. */
export const isFifo = (queue: QueueName): boolean => queueUrl(queue).endsWith('.fifo');

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

/**
 * Sends all messages or throws; messages accepted before a failure are sent again by the caller's retry.
 * @throws RefusedMessage if one of them will never be accepted
 */
export const sendMessages = async (
  queue: QueueName,
  fifo: boolean,
  messages: readonly QueueMessage[],
): Promise<void> => {
  for (const batch of batchesOf(messages)) {
    const { Failed: [failure] = [] } = await sendMessageBatch({
      QueueUrl: queueUrl(queue),
      Entries: batch.map((message, index) => ({
        Id: String(index),
        MessageBody: message.body,
        MessageGroupId: message.groupId,
        MessageDeduplicationId: fifo ? message.id : undefined,
        DelaySeconds: message.delayS,
      })),
    });
    if (failure === undefined) continue;
    const refused = failure.SenderFault === true ? batch[Number(failure.Id)] : undefined;
    throw refused === undefined
      ? new Error(`queue ${queue} did not take a message: ${failure.Code}`)
      : new RefusedMessage(queue, refused.id, failure.Code);
  }
};
