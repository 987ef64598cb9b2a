import { QUEUE_RETRIES, type QueueRetries } from '@prosa/shared/messaging/queue-retries.ts';
import { QUEUE_NAMES } from '@prosa/shared/resource-names.ts';
import { QUEUES, type QueueResource } from '../resources.ts';
import { type LocalClock, systemLocalClock } from './clock.ts';
import { type Journal, openJournal } from './sqs-journal.ts';
import { LocalQueue, type QueueRecord } from './sqs-queue.ts';

/** Returns a queue's name in SQS, which requires a suffix for FIFO queues; our names have none. */
export const queueFileName = (name: string, fifo: boolean): string => (fifo ? `${name}.fifo` : name);

export interface SqsStore {
  /** Returns a queue by its bare name; dead-letter queues are `<name>-dlq`. */
  queue(name: string): LocalQueue;
  queues(): readonly LocalQueue[];
  /** Moves all messages of a dead-letter queue back; returns their number. */
  redrive(name: string): number;
  stop(): void;
}

export interface SqsStoreOptions {
  /** File in which accepted messages survive SIGKILL; without it they are only in memory. */
  journalFile?: string;
  clock?: LocalClock;
  queues?: Readonly<Record<string, LocalQueueSettings>>;
}

type LocalQueueSettings = Pick<QueueResource, 'fifo' | 'visibilityS'> & Pick<QueueRetries, 'maxReceives'>;

const DECLARED: Readonly<Record<string, LocalQueueSettings>> = Object.fromEntries(
  QUEUE_NAMES.map((name) => [name, { ...QUEUES[name], ...QUEUE_RETRIES[name] }]),
);

/** Creates the declared queues with their dead-letter queues, and restores their messages. */
export const createSqsStore = (options: SqsStoreOptions = {}): SqsStore => {
  const { clock = systemLocalClock, queues: declared = DECLARED } = options;
  const queues = new Map<string, LocalQueue>();
  let journal: Journal | undefined;
  const record = (queue: string, entry: QueueRecord) => journal?.append(queue, entry);

  for (const [name, { fifo, visibilityS, maxReceives }] of Object.entries(declared)) {
    const visibilityMs = visibilityS * 1000;
    const deadLetter = new LocalQueue({ name: `${name}-dlq`, fifo, visibilityMs, clock, record });
    queues.set(deadLetter.name, deadLetter);
    queues.set(name, new LocalQueue({ name, fifo, visibilityMs, maxReceives, deadLetter, clock, record }));
  }
  const queue = (name: string): LocalQueue => {
    const found = queues.get(name);
    if (found === undefined) throw new Error(`no queue ${name} is declared`);
    return found;
  };
  if (options.journalFile !== undefined) {
    journal = openJournal({
      file: options.journalFile,
      // Messages of a queue that is no longer declared are dropped.
      replay: (name, entry) => queues.get(name)?.replay(entry),
      snapshot: () =>
        [...queues].flatMap(([name, held]) =>
          held.snapshot().map((entry): [string, QueueRecord] => [name, entry]),
        ),
    });
  }
  return {
    queue,
    queues: () => [...queues.values()],
    redrive: (name) => {
      const source = queue(`${name}-dlq`);
      const target = queue(name);
      let moved = 0;
      for (let batch = source.receive(10); batch.length > 0; batch = source.receive(10)) {
        for (const message of batch) {
          const { body, groupId, attributes } = message;
          target.send({ body, groupId, attributes, deduplicationId: `redrive-${message.id}` });
          source.delete(message.receipt);
          moved += 1;
        }
      }
      return moved;
    },
    stop: () => {
      for (const held of queues.values()) held.stop();
      journal?.close();
    },
  };
};
