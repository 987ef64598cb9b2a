import * as z from 'zod';
import { callAws } from '../aws-call/call-aws.ts';
import { queueUrl } from './send-messages.ts';

export interface ReceivedMessage {
  id: string;
  body: string;
  groupId: string;
  /** How often it was received, this time included. */
  receives: number;
  /** Needed to delete it or to give it back. */
  receipt: string;
}

const BATCH_MAX = 10;
/** SQS's longest poll. */
const WAIT_S = 20;
const ANSWER_LIMIT_MS = (WAIT_S + 5) * 1000;

const receivedSchema = z.object({
  Messages: z
    .array(
      z.object({
        MessageId: z.string(),
        Body: z.string(),
        ReceiptHandle: z.string(),
        Attributes: z.object({
          MessageGroupId: z.string(),
          ApproximateReceiveCount: z.coerce.number(),
        }),
      }),
    )
    .nullish(),
});

/** Up to ten messages of a FIFO queue; waits up to 20 s for the first. For readers that no event source feeds. */
export const receiveMessages = async (queue: string, signal: AbortSignal): Promise<ReceivedMessage[]> => {
  const answer = await callAws(
    'sqs',
    'ReceiveMessage',
    {
      QueueUrl: queueUrl(queue),
      MaxNumberOfMessages: BATCH_MAX,
      WaitTimeSeconds: WAIT_S,
      MessageSystemAttributeNames: ['MessageGroupId', 'ApproximateReceiveCount'],
    },
    { signal, timeoutMs: ANSWER_LIMIT_MS },
  );
  return (receivedSchema.parse(answer).Messages ?? []).map((message) => ({
    id: message.MessageId,
    body: message.Body,
    groupId: message.Attributes.MessageGroupId,
    receives: message.Attributes.ApproximateReceiveCount,
    receipt: message.ReceiptHandle,
  }));
};

const entries = (receipts: readonly string[]) =>
  receipts.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));

/** Removes messages that are dealt with. One that fails comes again. */
export const deleteMessages = async (queue: string, receipts: readonly string[]): Promise<void> => {
  for (let start = 0; start < receipts.length; start += BATCH_MAX) {
    const batch = receipts.slice(start, start + BATCH_MAX);
    await callAws('sqs', 'DeleteMessageBatch', { QueueUrl: queueUrl(queue), Entries: entries(batch) });
  }
};

/** Gives messages back, to be received again after `delayS` seconds. */
export const returnMessages = async (
  queue: string,
  receipts: readonly string[],
  delayS: number,
): Promise<void> => {
  for (let start = 0; start < receipts.length; start += BATCH_MAX) {
    const batch = entries(receipts.slice(start, start + BATCH_MAX));
    await callAws('sqs', 'ChangeMessageVisibilityBatch', {
      QueueUrl: queueUrl(queue),
      Entries: batch.map((entry) => ({ ...entry, VisibilityTimeout: delayS })),
    });
  }
};
