import type { QueueName } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import {
  changeMessageVisibilityBatch,
  deleteMessageBatch,
  queueUrl,
  receiveMessage,
  SQS_BATCH_MAX,
} from '../aws/sqs.ts';

export interface ReceivedMessage {
  id: string;
  body: string;
  groupId: string;
  /** How often the message was received, including this time. */
  receives: number;
  /** Needed to delete or return the message. */
  receipt: string;
}

/** SQS's longest poll. */
const WAIT_S = 20;
const ANSWER_LIMIT_MS = (WAIT_S + 5) * 1000;

const receivedSchema = z.array(
  z.object({
    MessageId: z.string(),
    Body: z.string(),
    ReceiptHandle: z.string(),
    Attributes: z.object({
      MessageGroupId: z.string(),
      ApproximateReceiveCount: z.coerce.number(),
    }),
  }),
);

/** Receives up to ten messages of a FIFO queue; waits up to 20 s for the first. For readers without an event source. */
export const receiveMessages = async (queue: QueueName, signal: AbortSignal): Promise<ReceivedMessage[]> => {
  const answer = await receiveMessage(
    {
      QueueUrl: queueUrl(queue),
      MaxNumberOfMessages: SQS_BATCH_MAX,
      WaitTimeSeconds: WAIT_S,
      MessageSystemAttributeNames: ['MessageGroupId', 'ApproximateReceiveCount'],
    },
    { signal, limitMs: ANSWER_LIMIT_MS },
  );
  return receivedSchema.parse(answer.Messages ?? []).map((message) => ({
    id: message.MessageId,
    body: message.Body,
    groupId: message.Attributes.MessageGroupId,
    receives: message.Attributes.ApproximateReceiveCount,
    receipt: message.ReceiptHandle,
  }));
};

const batches = (receipts: readonly string[]) =>
  Array.from({ length: Math.ceil(receipts.length / SQS_BATCH_MAX) }, (_none, batch) =>
    receipts
      .slice(batch * SQS_BATCH_MAX, (batch + 1) * SQS_BATCH_MAX)
      .map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle })),
  );

/** Deletes processed messages. A message whose deletion fails is received again. */
export const deleteMessages = async (queue: QueueName, receipts: readonly string[]): Promise<void> => {
  for (const Entries of batches(receipts)) await deleteMessageBatch({ QueueUrl: queueUrl(queue), Entries });
};

/**
 * Gives messages back to the queue, to be received again after `delayS` seconds.
 * @throws Error if SQS refused one of them; it stays hidden for the queue's visibility timeout
 */
export const returnMessages = async (
  queue: QueueName,
  receipts: readonly string[],
  delayS: number,
): Promise<void> => {
  for (const batch of batches(receipts)) {
    const { Failed: [refused] = [] } = await changeMessageVisibilityBatch({
      QueueUrl: queueUrl(queue),
      Entries: batch.map((entry) => ({ ...entry, VisibilityTimeout: delayS })),
    });
    if (refused !== undefined) throw new Error(`queue ${queue} did not hide a message: ${refused.Code}`);
  }
};
