import {
  ChangeMessageVisibilityBatchCommand,
  type ChangeMessageVisibilityBatchCommandInput,
  DeleteMessageBatchCommand,
  type DeleteMessageBatchCommandInput,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  type SendMessageBatchCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { requireEnv } from '../env.ts';
import { lazyClient } from './lazy-client.ts';

/** Without digests of the bodies: TLS guards them on their way. */
export const sqs = lazyClient(
  'SQS_ENDPOINT',
  (options) => new SQSClient({ ...options, md5: false, cacheMiddleware: true }),
);

let urls: Record<string, string> | undefined;

/** The address of a queue that this function was granted. */
export const queueUrl = (queue: QueueName): string => {
  urls ??= z.record(z.string(), z.string()).parse(JSON.parse(requireEnv('QUEUE_URLS')));
  const url = urls[queue];
  if (url === undefined) throw new Error(`queue ${queue} is not granted to this function`);
  return url;
};

/** The most messages that SQS accepts in one call. */
export const SQS_BATCH_MAX = 10;
/** 1 MiB, less what SQS counts beside the bodies. */
export const SQS_BATCH_MAX_BYTES = 1_000_000;

export const sendMessageBatch = (input: SendMessageBatchCommandInput) =>
  sqs().send(new SendMessageBatchCommand(input));

/** @param wait ends the poll early; `limitMs` is how long an answer may take, the poll included */
export const receiveMessage = (
  input: ReceiveMessageCommandInput,
  wait: { signal: AbortSignal; limitMs: number },
) => sqs().send(new ReceiveMessageCommand(input), { abortSignal: wait.signal, requestTimeout: wait.limitMs });

export const deleteMessageBatch = (input: DeleteMessageBatchCommandInput) =>
  sqs().send(new DeleteMessageBatchCommand(input));

export const changeMessageVisibilityBatch = (input: ChangeMessageVisibilityBatchCommandInput) =>
  sqs().send(new ChangeMessageVisibilityBatchCommand(input));
