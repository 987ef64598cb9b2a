import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { TABLE } from '../resources.ts';
import { passesFilters, type StreamFilter } from '../stream-filters.ts';
import { awsJsonCall } from './aws-json.ts';

/** Poll intervals, in addition to the kicks: for writes of other processes. */
const ACTIVE_POLL_MS = 250;
const IDLE_POLL_MS = 1_000;
const ACTIVE_FOR_MS = 10_000;
const RETRY_BASE_MS = 100;
const RETRY_MAX_MS = 5_000;
/** A batch that took longer counts as busy: records that arrive meanwhile are collected for the next batch. */
const BUSY_MS = 20;
/** Overwritten in one write, so that a kill leaves no partial checkpoint. */
const CHECKPOINT_BYTES = 256;
/** Maximum of records per read. The function's batches consist of the records that pass the filters, as Lambda's do. */
const READ_RECORDS = 1_000;

/** Discarded records with the reason, in AWS's format. */
export interface GivenUp {
  records: readonly DynamoDBRecord[];
  shardId: string;
  condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  tries: number;
  error: unknown;
}

/** See `STREAM_DELIVERY` in `resources.ts`. */
export interface StreamDelivery {
  retries: number;
  maxAgeS: number;
  bisects: boolean;
  gatherMs: number;
}

export interface StreamSourceOptions {
  endpoint: () => string;
  batchSize: number;
  /** Batching window: time for which a record waits for more records, as in Lambda. */
  windowMs?: number;
  /** Records that match none of the filters are skipped, as in Lambda. */
  filters: readonly StreamFilter[];
  delivery: StreamDelivery;
  /** File that keeps the position across restarts. */
  checkpointFile: string;
  invoke: (event: DynamoDBStreamEvent) => Promise<unknown>;
  /** Stores discarded records; the stream continues once they are stored. */
  keep: (givenUp: GivenUp) => Promise<void>;
  onProgress?: (sequenceNumber: string) => void;
  retryBaseMs?: number;
}

export interface StreamSource {
  /** Reads the stream immediately, because there may be new records. */
  kick(): void;
  /** Resolves when a read that began after this call found no more records. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Labels are times. */
const streamsSchema = z.object({
  Streams: z.array(z.object({ StreamArn: z.string(), StreamLabel: z.string() })),
});
const shardsSchema = z.object({
  StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })) }),
});
const iteratorSchema = z.object({ ShardIterator: z.string() });
const recordSchema = z.custom<DynamoDBRecord & { dynamodb: { SequenceNumber: string } }>(
  (value) => typeof value === 'object' && value !== null && 'dynamodb' in value,
);
const recordsSchema = z.object({ Records: z.array(recordSchema), NextShardIterator: z.string().optional() });
const checkpointSchema = z.object({ streamArn: z.string(), sequenceNumber: z.string() });
const responseSchema = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });
type Rec = z.output<typeof recordSchema>;

interface Position {
  streamArn: string;
  shardId: string;
  iterator: string;
}

/**
 * Returns the position in a file; undefined for a missing or torn file, after which all remaining records of the
 * stream are read again.
 */
const readCheckpoint = (file: string): z.output<typeof checkpointSchema> | undefined => {
  try {
    return checkpointSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const sequenceOf = (record: Rec): string => record.dynamodb.SequenceNumber;
const ageMs = (record: Rec): number => {
  const { ApproximateCreationDateTime: madeAtS } = record.dynamodb;
  return madeAtS === undefined ? 0 : Date.now() - madeAtS * 1000;
};

/**
 * Feeds a function from the table's stream as Lambda's event source does: delivers records that pass the filters, in
 * order, starting at the first unprocessed record. A failing batch is halved until the failing record is alone; that
 * record is retried with growing delays and finally discarded.
 */
export const startStreamSource = (options: StreamSourceOptions): StreamSource => {
  const { invoke, batchSize, windowMs = 0, filters, delivery, checkpointFile } = options;
  const { retryBaseMs = RETRY_BASE_MS } = options;
  const streams = (operation: string, body: object) =>
    awsJsonCall(options.endpoint(), `DynamoDBStreams_20120810.${operation}`, body);
  const checkpoint = openSync(checkpointFile, constants.O_RDWR | constants.O_CREAT, 0o600);
  let position: Position | undefined;
  let isStopped = false;
  let isDirty = true;
  let isAway = false;
  let lastRecordAtMs = performance.now();
  let wake: (() => void) | undefined;
  let hurry: (() => void) | undefined;
  let endPause: (() => void) | undefined;
  let waiters: (() => void)[] = [];

  /**
   * @param until what ends the pause early besides the end of the source: a write, a caller that drains the stream,
   * or nothing
   */
  const pause = (ms: number, until?: 'write' | 'drain'): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        wake = undefined;
        hurry = undefined;
        endPause = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      timer.unref();
      endPause = done;
      if (until === 'write') wake = done;
      if (until === 'drain') hurry = done;
    });

  const open = async (): Promise<Position> => {
    // Not `DescribeTable`: the engine counts all rows for it, which takes minutes in a large table.
    const { Streams } = streamsSchema.parse(await streams('ListStreams', { TableName: TABLE.name }));
    const streamArn = Streams.toSorted((a, b) => (a.StreamLabel < b.StreamLabel ? -1 : 1)).at(-1)?.StreamArn;
    if (streamArn === undefined) throw new Error('the table has no stream');
    const [shard] = shardsSchema.parse(await streams('DescribeStream', { StreamArn: streamArn }))
      .StreamDescription.Shards;
    if (shard === undefined) throw new Error('the table has no stream shard');
    const held = readCheckpoint(checkpointFile);
    const from =
      held?.streamArn === streamArn
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: held.sequenceNumber }
        : { ShardIteratorType: 'TRIM_HORIZON' };
    const answer = await streams('GetShardIterator', {
      StreamArn: streamArn,
      ShardId: shard.ShardId,
      ...from,
    });
    return { streamArn, shardId: shard.ShardId, iterator: iteratorSchema.parse(answer).ShardIterator };
  };

  const saveCheckpoint = (streamArn: string, sequenceNumber: string): void => {
    writeSync(checkpoint, JSON.stringify({ streamArn, sequenceNumber }).padEnd(CHECKPOINT_BYTES), 0);
    options.onProgress?.(sequenceNumber);
  };

  /** Returns the number of processed records, from the first on. */
  const attempt = async (
    records: readonly Rec[],
    streamArn: string,
  ): Promise<{ taken: number; error?: unknown }> => {
    try {
      const response = await invoke({
        Records: records.map((record) => ({ ...record, eventSourceARN: streamArn })),
      });
      const failures = responseSchema.safeParse(response).data?.batchItemFailures ?? [];
      const positions = failures.map((failure) =>
        records.findIndex((record) => sequenceOf(record) === failure.itemIdentifier),
      );
      // An identifier that is not in the batch fails the whole batch, as in Lambda.
      return positions.length === 0
        ? { taken: records.length }
        : {
            taken: Math.max(0, Math.min(...positions)),
            error: new Error('reported as a batch item failure'),
          };
    } catch (error) {
      return { taken: 0, error };
    }
  };

  /** Retries until the records are stored, because records neither processed nor stored would be lost. */
  const giveUp = async (givenUp: GivenUp): Promise<boolean> => {
    for (let failures = 0; !isStopped; failures++) {
      try {
        await options.keep(givenUp);
        return true;
      } catch (error) {
        if (failures === 0) console.error('what the stream gave up cannot be kept; trying on', error);
        await pause(RETRY_MAX_MS);
      }
    }
    return false;
  };

  const process = async (records: readonly Rec[], { streamArn, shardId }: Position): Promise<void> => {
    let start = 0;
    let size = batchSize;
    let failures = 0;
    while (start < records.length && !isStopped) {
      const batch = records.slice(start, start + size);
      const { taken, error } = await attempt(batch, streamArn);
      start += taken;
      const done = taken > 0 ? batch[taken - 1] : undefined;
      if (done !== undefined) {
        saveCheckpoint(streamArn, sequenceOf(done));
        failures = 0;
      }
      if (taken === batch.length) {
        size = batchSize;
        continue;
      }
      const rest = batch.slice(taken);
      if (delivery.bisects && rest.length > 1) {
        // Splitting does not count as a try.
        size = Math.floor(rest.length / 2);
        continue;
      }
      size = rest.length;
      failures += 1;
      const [first] = rest;
      const last = rest.at(-1);
      if (first === undefined || last === undefined) continue;
      const isTooOld = ageMs(first) > delivery.maxAgeS * 1000;
      if (failures <= delivery.retries && !isTooOld) {
        await pause(Math.min(RETRY_MAX_MS, retryBaseMs * 2 ** (failures - 1)));
        continue;
      }
      const condition = isTooOld ? 'RecordAgeExceeded' : 'RetryAttemptsExhausted';
      if (!(await giveUp({ records: rest, shardId, condition, tries: failures, error }))) return;
      saveCheckpoint(streamArn, sequenceOf(last));
      start += rest.length;
      failures = 0;
    }
  };

  /** Reads and processes until a read returns less than the maximum; returns the duration of the last batch. */
  const catchUp = async (): Promise<number> => {
    let tookMs = 0;
    while (!isStopped) {
      position ??= await open();
      const from = position;
      const answer = recordsSchema.parse(
        await streams('GetRecords', { ShardIterator: from.iterator, Limit: READ_RECORDS }),
      );
      if (answer.NextShardIterator === undefined) position = undefined;
      else from.iterator = answer.NextShardIterator;
      const last = answer.Records.at(-1);
      if (last === undefined) return tookMs;
      const watched = answer.Records.filter((record) => passesFilters(filters, record));
      if (watched.length > 0) {
        lastRecordAtMs = performance.now();
        await process(watched, from);
        tookMs = performance.now() - lastRecordAtMs;
      }
      if (!isStopped) saveCheckpoint(from.streamArn, sequenceOf(last));
      // A short read returned all records; a later write has kicked, or the poll finds it.
      if (answer.Records.length < READ_RECORDS) return tookMs;
    }
    return tookMs;
  };

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      if (windowMs > 0 && isDirty && waiters.length === 0) await pause(windowMs, 'drain');
      isDirty = false;
      const served = waiters;
      waiters = [];
      let tookMs = 0;
      try {
        tookMs = await catchUp();
        isAway = false;
        for (const resolve of served) resolve();
      } catch (error) {
        // The table is unavailable or was replaced: look up the position again once the table answers.
        if (!isAway) console.error('the stream cannot be read; trying on', error);
        isAway = true;
        waiters.push(...served);
        position = undefined;
        await pause(ACTIVE_POLL_MS);
        continue;
      }
      if (tookMs > BUSY_MS) await pause(Math.min(tookMs, delivery.gatherMs));
      if (isDirty || isStopped) continue;
      const isActive = performance.now() - lastRecordAtMs < ACTIVE_FOR_MS;
      await pause(isActive ? ACTIVE_POLL_MS : IDLE_POLL_MS, 'write');
    }
    for (const resolve of waiters) resolve();
  };

  const kick = (): void => {
    isDirty = true;
    wake?.();
  };
  const ended = loop().finally(() => closeSync(checkpoint));
  return {
    kick,
    drain: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
        kick();
        hurry?.();
      }),
    stop: () => {
      isStopped = true;
      endPause?.();
      return ended;
    },
  };
};
