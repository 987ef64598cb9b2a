import { createManualClock, type ManualClock } from '@prosa/infra/local/clock.ts';
import { type QueueSource, startQueueSource } from '@prosa/infra/local/queue-source.ts';
import type { LocalQueue } from '@prosa/infra/local/sqs-queue.ts';
import { createSqsStore, type SqsStore } from '@prosa/infra/local/sqs-store.ts';
import { FUNCTIONS, type FunctionResource } from '@prosa/infra/programs.ts';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

/** Batches that Lambda works on at once. */
const CONCURRENCY = 4;
const SECOND_MS = 1000;

export interface DeployedQueue {
  queue: LocalQueue;
  clock: ManualClock;
  /** Bodies of its dead letters. */
  dead(): string[];
  /** Resolves when nothing is worked on and nothing can be received yet. */
  idle(): Promise<void>;
  /** Lets time pass, as often as something waits to be tried again, until the queue is empty. Gives the minutes that took. */
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
 * A queue and its worker with the numbers they are deployed with: batch size, tries, and how long a failed message stays
 * hidden. Only the waiting is shorter: the queue's clock moves when a test moves it.
 * @param given queues that others reach, too, and their clock
 */
export const startDeployedQueue = (
  name: QueueName,
  worker: (event: SQSEvent) => Promise<SQSBatchResponse>,
  given?: { store: SqsStore; clock: ManualClock },
): DeployedQueue => {
  const clock = given?.clock ?? createManualClock(Date.now());
  const store = given?.store ?? createSqsStore({ clock });
  const queue = store.queue(name);
  const source: QueueSource = startQueueSource({
    queue,
    batchSize: batchSizeOf(name),
    concurrency: CONCURRENCY,
    invoke: worker,
    // Without delays of its own a failed message stays hidden for the queue's visibility timeout, as at AWS.
    retryDelaysMs: [],
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
      // What has just become receivable is taken up before this runs.
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
    stop: async () => {
      await source.stop();
      if (given === undefined) store.stop();
    },
  };
};
