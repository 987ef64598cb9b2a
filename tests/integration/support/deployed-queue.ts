import type { ManualClock } from '@prosa/infra/local/clock.ts';
import { type QueueSource, startQueueSource } from '@prosa/infra/local/queue-source.ts';
import type { LocalQueue } from '@prosa/infra/local/sqs-queue.ts';
import type { SqsStore } from '@prosa/infra/local/sqs-store.ts';
import { FUNCTIONS, type FunctionResource } from '@prosa/infra/programs.ts';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

/** Number of batches that Lambda processes in parallel. */
const CONCURRENCY = 4;
const SECOND_MS = 1000;

export interface DeployedQueue {
  queue: LocalQueue;
  clock: ManualClock;
  /** Returns the bodies of the queue's dead letters. */
  dead(): string[];
  /** Resolves when no message is being processed and none can be received yet. */
  idle(): Promise<void>;
  /** Advances the clock while messages wait for a retry, until the queue is empty. Returns the minutes that passed. */
  drain(): Promise<number>;
  stop(): Promise<void>;
}

const batchSizeOf = (name: QueueName): number => {
  const worker = Object.values<FunctionResource>(FUNCTIONS).find(
    (resource) => resource.kind === 'queue' && resource.queue === name,
  );
  if (worker?.kind !== 'queue') throw new Error(`nobody works on ${name}`);
  return worker.batchSize;
};

/**
 * Starts a queue and its worker with the deployed settings: batch size, retries, and the visibility timeout of a
 * message that was not given back. Only the waiting is shorter, because the test moves the queue's clock.
 * @param given the queues to which the worker gives messages back (`useEdge`), and their clock
 */
export const startDeployedQueue = (
  name: QueueName,
  worker: (event: SQSEvent) => Promise<SQSBatchResponse>,
  {
    store,
    clock,
    batchSize = batchSizeOf(name),
  }: { store: SqsStore; clock: ManualClock; batchSize?: number },
): DeployedQueue => {
  const queue = store.queue(name);
  const source: QueueSource = startQueueSource({
    queue,
    batchSize,
    concurrency: CONCURRENCY,
    invoke: worker,
  });
  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      const stops: (() => void)[] = [];
      const check = (): void => {
        if (source.running() > 0) return;
        for (const stop of stops.splice(0)) stop();
        resolve();
      };
      stops.push(source.onIdle(check));
      // Messages that have just become receivable are taken before this runs.
      setImmediate(check);
    });
  return {
    queue,
    clock,
    idle,
    dead: () =>
      store
        .queue(`${name}-dlq`)
        .receive(1000)
        .map(({ body }) => body),
    drain: async () => {
      const startedAt = clock.now();
      await idle();
      for (
        let counts = queue.counts();
        counts.ready + counts.inFlight + counts.delayed > 0;
        counts = queue.counts()
      ) {
        clock.advance(SECOND_MS);
        await idle();
      }
      return (clock.now() - startedAt) / (60 * SECOND_MS);
    },
    stop: () => source.stop(),
  };
};
