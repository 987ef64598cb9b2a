import { appendFileSync, closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { TABLE } from '../resources.ts';
import { awsJsonCall } from './aws-json.ts';

/** The poll behind the kicks: for writes of other processes. */
const ACTIVE_POLL_MS = 250;
const IDLE_POLL_MS = 1_000;
const ACTIVE_FOR_MS = 10_000;
/** A record that fails this often (about four minutes) is parked, so that the ones behind it go on. */
const MAX_ATTEMPTS = 50;
const RETRY_BASE_MS = 100;
const RETRY_MAX_MS = 5_000;
/** Written over in one piece, so that no kill leaves half of it. */
const CHECKPOINT_BYTES = 256;

export interface StreamSourceOptions {
  endpoint: () => string;
  batchSize: number;
  /** Where the position survives the process. */
  checkpointFile: string;
  /** JSON lines of records that were given up. */
  parkedFile: string;
  invoke: (event: DynamoDBStreamEvent) => Promise<unknown>;
  onProgress?: (sequenceNumber: string) => void;
  onParked?: (record: DynamoDBRecord, error: unknown) => void;
  retryBaseMs?: number;
  maxAttempts?: number;
}

export interface StreamSource {
  /** There may be new records: looks at once. */
  kick(): void;
  /** Resolves when a look that began after this call found nothing more. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const streamSchema = z.object({ Table: z.object({ LatestStreamArn: z.string() }) });
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

const sequenceOf = (record: Rec): string => record.dynamodb.SequenceNumber;

/**
 * Feeds a function from the table's stream, in order and from the beginning of what it has not seen: a failing batch is
 * halved until the failing record stands alone, which is tried again with growing delays and parked in the end.
 */
export const startStreamSource = (options: StreamSourceOptions): StreamSource => {
  const {
    invoke,
    batchSize,
    checkpointFile,
    retryBaseMs = RETRY_BASE_MS,
    maxAttempts = MAX_ATTEMPTS,
  } = options;
  const streams = (operation: string, body: object) =>
    awsJsonCall(options.endpoint(), `DynamoDBStreams_20120810.${operation}`, body);
  const checkpoint = openSync(checkpointFile, constants.O_RDWR | constants.O_CREAT, 0o600);
  let position: { streamArn: string; iterator: string } | undefined;
  let isStopped = false;
  let isDirty = true;
  let isAway = false;
  let lastRecordAtMs = performance.now();
  let wake: (() => void) | undefined;
  let endPause: (() => void) | undefined;
  let waiters: (() => void)[] = [];

  const pause = (ms: number, { isKickable }: { isKickable: boolean }): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        wake = undefined;
        endPause = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      timer.unref();
      endPause = done;
      if (isKickable) wake = done;
    });

  const open = async (): Promise<{ streamArn: string; iterator: string }> => {
    const table = await awsJsonCall(options.endpoint(), 'DynamoDB_20120810.DescribeTable', {
      TableName: TABLE.name,
    });
    const streamArn = streamSchema.parse(table).Table.LatestStreamArn;
    const [shard] = shardsSchema.parse(await streams('DescribeStream', { StreamArn: streamArn }))
      .StreamDescription.Shards;
    if (shard === undefined) throw new Error('the table has no stream shard');
    const kept = readFileSync(checkpointFile, 'utf8').trim();
    const held = kept === '' ? undefined : checkpointSchema.safeParse(JSON.parse(kept)).data;
    const from =
      held?.streamArn === streamArn
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: held.sequenceNumber }
        : { ShardIteratorType: 'TRIM_HORIZON' };
    const answer = await streams('GetShardIterator', {
      StreamArn: streamArn,
      ShardId: shard.ShardId,
      ...from,
    });
    return { streamArn, iterator: iteratorSchema.parse(answer).ShardIterator };
  };

  const saveCheckpoint = (streamArn: string, sequenceNumber: string): void => {
    writeSync(checkpoint, JSON.stringify({ streamArn, sequenceNumber }).padEnd(CHECKPOINT_BYTES), 0);
    options.onProgress?.(sequenceNumber);
  };

  const park = (record: Rec, error: unknown): void => {
    appendFileSync(options.parkedFile, `${JSON.stringify(record)}\n`, { mode: 0o600 });
    options.onParked?.(record, error);
  };

  /** How many records, from the first on, the function took. */
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
      // An identifier that is not in the batch fails all of it, as in Lambda.
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

  const process = async (records: readonly Rec[], streamArn: string): Promise<void> => {
    let start = 0;
    let size = records.length;
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
        size = records.length;
        continue;
      }
      const [first, second] = records.slice(start, start + size);
      size = Math.max(1, Math.floor((batch.length - taken) / 2));
      if (first === undefined || second !== undefined) continue;
      failures += 1;
      if (failures >= maxAttempts) {
        park(first, error);
        saveCheckpoint(streamArn, sequenceOf(first));
        start += 1;
        failures = 0;
      } else await pause(Math.min(RETRY_MAX_MS, retryBaseMs * 2 ** (failures - 1)), { isKickable: false });
    }
  };

  /** Reads and processes until a read comes back empty. */
  const catchUp = async (): Promise<void> => {
    while (!isStopped) {
      position ??= await open();
      const { streamArn, iterator } = position;
      const answer = recordsSchema.parse(
        await streams('GetRecords', { ShardIterator: iterator, Limit: batchSize }),
      );
      if (answer.NextShardIterator === undefined) position = undefined;
      else position.iterator = answer.NextShardIterator;
      if (answer.Records.length === 0) return;
      lastRecordAtMs = performance.now();
      await process(answer.Records, streamArn);
      // A short read was all there was; a write that came since has kicked, or the poll finds it.
      if (answer.Records.length < batchSize) return;
    }
  };

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      isDirty = false;
      const served = waiters;
      waiters = [];
      try {
        await catchUp();
        isAway = false;
        for (const resolve of served) resolve();
      } catch (error) {
        // The table is away or was replaced: look the position up again once it answers.
        if (!isAway) console.error('the stream cannot be read; trying on', error);
        isAway = true;
        waiters.push(...served);
        position = undefined;
        await pause(ACTIVE_POLL_MS, { isKickable: false });
        continue;
      }
      if (isDirty || isStopped) continue;
      const isActive = performance.now() - lastRecordAtMs < ACTIVE_FOR_MS;
      await pause(isActive ? ACTIVE_POLL_MS : IDLE_POLL_MS, { isKickable: true });
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
      }),
    stop: () => {
      isStopped = true;
      endPause?.();
      return ended;
    },
  };
};
