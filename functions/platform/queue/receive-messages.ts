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
  /** How often it was received, this time included. */
  receives: number;
  /** Needed to delete it or to give it back. */
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

/** Up to ten messages of a FIFO queue; waits up to 20 s for the first. For readers that no event source feeds. */
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

/** Removes messages that are dealt with. One that fails comes again. */
export const deleteMessages = async (queue: QueueName, receipts: readonly string[]): Promise<void> => {
  for (const Entries of batches(receipts)) await deleteMessageBatch({ QueueUrl: queueUrl(queue), Entries });
};

/** Gives messages back, to be received again after `delayS` seconds. */
export const returnMessages = async (
  queue: QueueName,
  receipts: readonly string[],
  delayS: number,
): Promise<void> => {
  for (const batch of batches(receipts)) {
    await changeMessageVisibilityBatch({
      QueueUrl: queueUrl(queue),
      Entries: batch.map((entry) => ({ ...entry, VisibilityTimeout: delayS })),
    });
  }
};
