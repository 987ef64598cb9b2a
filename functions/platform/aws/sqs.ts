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

/** Without digests of the bodies, because TLS protects them in transit. */
export const sqs = lazyClient(
  'SQS_ENDPOINT',
  (options) => new SQSClient({ ...options, md5: false, cacheMiddleware: true }),
);

let urls: Record<string, string> | undefined;

/** Returns the URL of a queue that this function may use. */
export const queueUrl = (queue: QueueName): string => {
  urls ??= z.record(z.string(), z.string()).parse(JSON.parse(requireEnv('QUEUE_URLS')));
  const url = urls[queue];
  if (url === undefined) throw new Error(`queue ${queue} is not granted to this function`);
  return url;
};

/** Maximum number of messages that SQS accepts in one call. */
export const SQS_BATCH_MAX = 10;
/** Maximum bytes of the bodies in one call: 1 MiB, less what SQS counts in addition to the bodies. */
export const SQS_BATCH_MAX_BYTES = 1_000_000;

export const sendMessageBatch = (input: SendMessageBatchCommandInput) =>
  sqs().send(new SendMessageBatchCommand(input));

/**
 * Receives messages by a long poll.
 * @param wait its `signal` ends the poll early; `limitMs` is the timeout of a response, including the poll
 */
export const receiveMessage = (
  input: ReceiveMessageCommandInput,
  wait: { signal: AbortSignal; limitMs: number },
) => sqs().send(new ReceiveMessageCommand(input), { abortSignal: wait.signal, requestTimeout: wait.limitMs });

export const deleteMessageBatch = (input: DeleteMessageBatchCommandInput) =>
  sqs().send(new DeleteMessageBatchCommand(input));

export const changeMessageVisibilityBatch = (input: ChangeMessageVisibilityBatchCommandInput) =>
  sqs().send(new ChangeMessageVisibilityBatchCommand(input));
