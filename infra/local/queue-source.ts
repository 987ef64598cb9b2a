import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { bodyMd5, queueArn, systemAttributes } from './sqs-protocol.ts';
import type { LocalQueue, ReceivedMessage } from './sqs-queue.ts';

export interface QueueSourceOptions {
  queue: LocalQueue;
  batchSize: number;
  /** Maximum of concurrent batches; a FIFO group is in only one of them at a time. */
  concurrency: number;
  invoke: (event: SQSEvent) => Promise<unknown>;
}

export interface QueueSource {
  /** Number of batches in progress. One while the next batches are about to start. */
  running(): number;
  /** Registers a listener that is called whenever no batch is in progress any more. */
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

/** Returns the failed message ids of a batch. An id that is not in the batch fails the whole batch, as in Lambda. */
const failedIds = (batch: readonly ReceivedMessage[], response: unknown): Set<string> => {
  const parsed = responseSchema.safeParse(response);
  const all = new Set(batch.map((message) => message.id));
  if (!parsed.success) return all;
  const failed = (parsed.data?.batchItemFailures ?? []).map((failure) => failure.itemIdentifier);
  return failed.every((id) => all.has(id)) ? new Set(failed) : all;
};

/**
 * Feeds a function from a queue, in batches as messages arrive and without polling. Deletes processed messages and does
 * nothing with failed ones, as Lambda: a message that the function gave back is received again when the function chose,
 * any other after the queue's visibility timeout. Every returned message has used up an attempt, even if it only waited
 * behind a failed message of its group.
 */
export const startQueueSource = (options: QueueSourceOptions): QueueSource => {
  const { queue, batchSize, concurrency, invoke } = options;
  const work = new Set<Promise<void>>();
  const listeners = new Set<() => void>();
  let isStopped = false;
  let isFilling = false;

  const runBatch = async (batch: readonly ReceivedMessage[]): Promise<void> => {
    let failed: Set<string>;
    try {
      failed = failedIds(batch, await invoke(toEvent(queue, batch)));
    } catch {
      // The invoker reports the error; here it only means that the whole batch is retried.
      failed = new Set(batch.map((message) => message.id));
    }
    for (const message of batch) if (!failed.has(message.id)) queue.delete(message.receipt);
  };

  const fill = (): void => {
    while (!isStopped && work.size < concurrency) {
      const batch = queue.receive(batchSize);
      if (batch.length === 0) return;
      const running = runBatch(batch).finally(() => {
        work.delete(running);
        fillSoon();
      });
      work.add(running);
    }
  };

  /** Starts batches after the requests that have arrived meanwhile: somebody waits for those. */
  const fillSoon = (): void => {
    if (isFilling) return;
    isFilling = true;
    setImmediate(() => {
      isFilling = false;
      fill();
      if (work.size === 0) for (const listener of listeners) listener();
    });
  };

  const stopListening = queue.onChange(fillSoon);
  fill();
  return {
    running: () => Math.max(work.size, isFilling ? 1 : 0),
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
