import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { bodyMd5, queueArn, systemAttributes } from './sqs-protocol.ts';
import type { LocalQueue, ReceivedMessage } from './sqs-queue.ts';

/**
 * How long a failed message waits before its next attempt, by attempt. AWS waits for the visibility timeout, which is
 * minutes; a person at a screen should not. Five attempts span two minutes, so that an outage of one is survived.
 */
export const RETRY_DELAYS_MS = [1_000, 5_000, 25_000, 90_000];

export interface QueueSourceOptions {
  queue: LocalQueue;
  batchSize: number;
  /** Batches at a time; a FIFO group is in one of them only. */
  concurrency: number;
  invoke: (event: SQSEvent) => Promise<unknown>;
  retryDelaysMs?: readonly number[];
}

export interface QueueSource {
  /** Batches being worked on. */
  running(): number;
  /** Told whenever a batch has ended. */
  onIdle(listener: () => void): () => void;
  stop(): Promise<void>;
}

const responseSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish() })
  .nullish();

const toEvent = (queue: LocalQueue, batch: readonly ReceivedMessage[]): SQSEvent => ({
  Records: batch.map((message) => ({
    messageId: message.id,
    receiptHandle: message.receipt,
    body: message.body,
    attributes: systemAttributes(message),
    messageAttributes: Object.fromEntries(
      Object.entries(message.attributes ?? {}).map(([name, { DataType, StringValue, BinaryValue }]) => [
        name,
        {
          dataType: DataType,
          ...(StringValue === undefined ? {} : { stringValue: StringValue }),
          ...(BinaryValue === undefined ? {} : { binaryValue: BinaryValue }),
        },
      ]),
    ),
    md5OfBody: bodyMd5(message),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn(queue),
    awsRegion: 'local',
  })),
});

/** Which messages of a batch failed. An identifier that is not in the batch fails all of it, as in Lambda. */
const failedIds = (batch: readonly ReceivedMessage[], response: unknown): Set<string> => {
  const parsed = responseSchema.safeParse(response);
  const all = new Set(batch.map((message) => message.id));
  if (!parsed.success) return all;
  const failed = (parsed.data?.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
  return failed.every((id) => all.has(id)) ? new Set(failed) : all;
};

/**
 * Feeds a function from a queue: batches as they arrive, without polling; what succeeded is deleted, what failed comes
 * again after a growing delay and goes to the dead-letter queue in the end. As on AWS, every message that is returned
 * has used up an attempt, also one that was only waiting behind a failed one of its group.
 */
export const startQueueSource = (options: QueueSourceOptions): QueueSource => {
  const { queue, batchSize, concurrency, invoke, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const work = new Set<Promise<void>>();
  const listeners = new Set<() => void>();
  let isStopped = false;

  const runBatch = async (batch: readonly ReceivedMessage[]): Promise<void> => {
    let failed: Set<string>;
    try {
      failed = failedIds(batch, await invoke(toEvent(queue, batch)));
    } catch {
      // Reported by whoever runs the function; here it means that the whole batch comes again.
      failed = new Set(batch.map((message) => message.id));
    }
    for (const message of batch) {
      if (!failed.has(message.id)) queue.delete(message.receipt);
      else {
        const delayMs =
          retryDelaysMs[Math.min(message.receives, retryDelaysMs.length) - 1] ?? queue.visibilityMs;
        queue.changeVisibility(message.receipt, Math.min(delayMs, queue.visibilityMs));
      }
    }
  };

  const fill = (): void => {
    while (!isStopped && work.size < concurrency) {
      const batch = queue.receive(batchSize);
      if (batch.length === 0) return;
      const running = runBatch(batch).finally(() => {
        work.delete(running);
        fill();
        for (const listener of listeners) listener();
      });
      work.add(running);
    }
  };

  const stopListening = queue.onChange(fill);
  fill();
  return {
    running: () => work.size,
    onIdle: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => {
      isStopped = true;
      stopListening();
      await Promise.all(work);
    },
  };
};
