import { join } from 'node:path';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { DISCARDED_PREFIX, givenUpBytes, givenUpName } from '@prosa/functions/platform/given-up.ts';
import { LANES, type QueueName, sessionQueue } from '@prosa/shared/resource-names.ts';
import { ACCOUNT_CONCURRENCY, concurrencyOf } from '../concurrency.ts';
import { FUNCTIONS } from '../programs.ts';
import { STREAM_DELIVERY } from '../resources.ts';
import { SESSION_HOST } from '../session-host.ts';
import { streamFilters } from '../stream-filters.ts';
import type { Functions } from './functions.ts';
import { type QueueSource, startQueueSource } from './queue-source.ts';
import { startScheduleSource } from './schedule-source.ts';
import type { SqsStore } from './sqs-store.ts';
import { type GivenUp, type StreamSource, startStreamSource } from './stream-source.ts';
import { watchTableWrites } from './table-writes.ts';

/** Maximum of concurrent batches of a queue whose work needs the processor; fewer than AWS allows any of them. */
const QUEUE_CONCURRENCY = 4;
/** Queues whose workers mostly wait for other people's servers: they run as many batches as in AWS. */
const WAITING: ReadonlySet<QueueName> = new Set([
  'webhook-deliveries',
  'integration-calls',
  'assistant-calls',
]);
const TRIM_EVERY = 2_000;

export interface EventSourcesOptions {
  functions: Functions;
  sqs: SqsStore;
  dataDir: string;
  tableEndpoint: string;
  /** Whether a session host consumes the session host's commands. */
  hasSessionHost: () => boolean;
  /** Called from time to time with the sequence number up to which the stream is processed. */
  onStreamProgress?: ((sequenceNumber: string) => void) | undefined;
}

export interface EventSources {
  /** Starts the schedules; each runs once immediately. */
  startSchedules(): void;
  /** Resolves when no work is left except work that is scheduled for later. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Connects the declared functions to their queues, the stream and the schedules. */
export const startEventSources = (options: EventSourcesOptions): EventSources => {
  const { functions, sqs, dataDir, tableEndpoint, onStreamProgress } = options;
  const queueSources: QueueSource[] = [];
  const streamSources: StreamSource[] = [];
  const schedules: { stop(): Promise<void> }[] = [];
  let invocations = 0;
  /** Position of each stream reader. Records are trimmed only after every reader has read them. */
  const readTo = new Map<string, number>();
  let lastTrimmed = 0;

  const invoke = (name: string) => (event: unknown) => {
    invocations += 1;
    return functions.invoke(name, event);
  };
  const onProgress = (name: string, sequenceNumber: string): void => {
    readTo.set(name, Number(sequenceNumber));
    const slowest = Math.min(...readTo.values());
    if (slowest - lastTrimmed < TRIM_EVERY) return;
    lastTrimmed = slowest;
    onStreamProgress?.(String(slowest));
  };
  const keep = async (name: string, { records, shardId, condition, error }: GivenUp): Promise<void> => {
    const key = `${DISCARDED_PREFIX}${name}/${shardId}/${givenUpName(Date.now())}`;
    await putObject(key, givenUpBytes(name, condition, { Records: records }), 'application/json');
    console.error(
      `${name} gave up ${records.length} records of the stream; npm run replay tries again`,
      error,
    );
  };

  const { sources } = concurrencyOf(ACCOUNT_CONCURRENCY);
  const consumed = new Set<string>();
  for (const [name, resource] of Object.entries(FUNCTIONS)) {
    if (resource.kind === 'queue') {
      consumed.add(resource.queue);
      const limit = sources.get(name) ?? QUEUE_CONCURRENCY;
      queueSources.push(
        startQueueSource({
          queue: sqs.queue(resource.queue),
          batchSize: resource.batchSize,
          concurrency: WAITING.has(resource.queue) ? limit : Math.min(limit, QUEUE_CONCURRENCY),
          invoke: invoke(name),
        }),
      );
    } else if (resource.kind === 'stream') {
      readTo.set(name, 0);
      streamSources.push(
        startStreamSource({
          endpoint: () => tableEndpoint,
          batchSize: resource.batchSize,
          windowMs: resource.windowS * 1000,
          filters: streamFilters(resource),
          delivery: STREAM_DELIVERY,
          checkpointFile: join(dataDir, `${name}-checkpoint.json`),
          invoke: invoke(name),
          keep: (givenUp) => keep(name, givenUp),
          onProgress: (sequenceNumber) => onProgress(name, sequenceNumber),
        }),
      );
    }
  }
  const stopWatching = watchTableWrites(() => {
    for (const source of streamSources) source.kick();
  });

  const hostQueues = new Set<string>(LANES.map((lane) => sessionQueue(SESSION_HOST.shard, lane)));
  const isConsumed = (name: string): boolean =>
    consumed.has(name) || (hostQueues.has(name) && options.hasSessionHost());
  const isBusy = (): boolean =>
    queueSources.some((source) => source.running() > 0) ||
    sqs.queues().some((queue) => {
      if (!isConsumed(queue.name)) return false;
      const { ready, inFlight } = queue.counts();
      return ready + inFlight > 0;
    });
  const untilQueuesEmpty = (): Promise<void> =>
    new Promise((resolve) => {
      const stops: (() => void)[] = [];
      const check = () => {
        if (isBusy()) return;
        for (const stop of stops.splice(0)) stop();
        resolve();
      };
      for (const queue of sqs.queues()) stops.push(queue.onChange(check));
      for (const source of queueSources) stops.push(source.onIdle(check));
      check();
    });

  return {
    startSchedules: () => {
      for (const [name, resource] of Object.entries(FUNCTIONS)) {
        if (resource.kind === 'schedule')
          schedules.push(startScheduleSource(resource.everyMinutes, invoke(name)));
      }
    },
    drain: async () => {
      let before: number;
      do {
        before = invocations;
        await Promise.all(streamSources.map((source) => source.drain()));
        await untilQueuesEmpty();
      } while (before !== invocations);
    },
    stop: async () => {
      stopWatching();
      await Promise.all([...schedules, ...queueSources, ...streamSources].map((source) => source.stop()));
    },
  };
};
