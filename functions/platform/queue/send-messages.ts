import type { QueueName } from '@prosa/shared/resource-names.ts';
import { queueUrl, SQS_BATCH_MAX, sendMessageBatch } from '../aws/sqs.ts';

export interface QueueMessage {
  /** Unique in the batch; on FIFO queues also the deduplication id. */
  id: string;
  body: string;
  /** FIFO group; on standard queues the tenant, for fair sharing. */
  groupId?: string;
  /** Seconds, at most 900; standard queues only. */
  delayS?: number;
}

/** Sends all messages or throws; what was accepted before a failure is sent again by the caller's retry. */
export const sendMessages = async (
  queue: QueueName,
  fifo: boolean,
  messages: readonly QueueMessage[],
): Promise<void> => {
  for (let start = 0; start < messages.length; start += SQS_BATCH_MAX) {
    const { Failed: [failure] = [] } = await sendMessageBatch({
      QueueUrl: queueUrl(queue),
      Entries: messages.slice(start, start + SQS_BATCH_MAX).map((message, index) => ({
        Id: String(index),
        MessageBody: message.body,
        MessageGroupId: message.groupId,
        MessageDeduplicationId: fifo ? message.id : undefined,
        DelaySeconds: message.delayS,
      })),
    });
    if (failure !== undefined) throw new Error(`queue ${queue} refused a message: ${failure.Code}`);
  }
};
