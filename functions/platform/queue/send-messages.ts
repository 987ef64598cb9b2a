import * as z from 'zod';
import { callAws } from '../aws-call/call-aws.ts';
import { requireEnv } from '../env.ts';

let urls: Record<string, string> | undefined;

export const queueUrl = (queue: string): string => {
  urls ??= z.record(z.string(), z.string()).parse(JSON.parse(requireEnv('QUEUE_URLS')));
  const url = urls[queue];
  if (url === undefined) throw new Error(`queue ${queue} is not granted to this function`);
  return url;
};

export interface QueueMessage {
  /** Unique in the batch; on FIFO queues also the deduplication id. */
  id: string;
  body: string;
  /** FIFO group; on standard queues the tenant, for fair sharing. */
  groupId?: string;
  /** Seconds, at most 900; standard queues only. */
  delayS?: number;
}

const BATCH_MAX = 10;
const answerSchema = z.object({ Failed: z.array(z.object({ Code: z.string() })).default([]) });

/** Sends all messages or throws; what was accepted before a failure is sent again by the caller's retry. */
export const sendMessages = async (
  queue: string,
  fifo: boolean,
  messages: readonly QueueMessage[],
): Promise<void> => {
  for (let start = 0; start < messages.length; start += BATCH_MAX) {
    const answer = await callAws('sqs', 'SendMessageBatch', {
      QueueUrl: queueUrl(queue),
      Entries: messages.slice(start, start + BATCH_MAX).map((message, index) => ({
        Id: String(index),
        MessageBody: message.body,
        ...(message.groupId === undefined ? {} : { MessageGroupId: message.groupId }),
        ...(fifo ? { MessageDeduplicationId: message.id } : {}),
        ...(message.delayS === undefined ? {} : { DelaySeconds: message.delayS }),
      })),
    });
    const [failure] = answerSchema.parse(answer).Failed;
    if (failure !== undefined) throw new Error(`queue ${queue} refused a message: ${failure.Code}`);
  }
};
