import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { startDynoxide, type TableEngine } from '@prosa/infra/local/dynoxide.ts';
import { afterAll, beforeAll } from 'vitest';
import { followStream } from './stream.ts';
import { isWrite, standBeforeTable } from './table-proxy.ts';
import { restoreTable, scanTable, writeTable } from './table-scan.ts';

export interface LaggingIndex {
  /** Lets the indexes catch up with all that was written until now. */
  catchUp(): Promise<void>;
  /** Keeps how the indexes are now. */
  keep(): Promise<void>;
  /** Lets the indexes stand as they were so many `keep`s ago: later or earlier than they stood. */
  show(keepsAgo: number): Promise<void>;
  mend(): void;
}

/**
 * Gives a test file indexes that lag, as DynamoDB's may: an engine of its own holds the rows as they were, and answers
 * every query on an index, so that a row is missing that is new, stands where it stood, says what it said, and is still
 * there when it is gone. The table itself is read as it is. Call at the top level, after `useTable`; each call of the
 * returned function makes them lag until the end of the test.
 *
 * Without `lagMs` the indexes stand still until they are told to catch up, which makes a test repeatable. With it, each
 * write appears in them that long after it was made, or a little later.
 */
export const useLaggingIndex = (): ((options?: { lagMs?: number }) => Promise<LaggingIndex>) => {
  let late: TableEngine | undefined;
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'prosa-index-'));
    late = await startDynoxide(join(directory, 'index.db'));
  });
  afterAll(async () => {
    await late?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  return async ({ lagMs = Number.POSITIVE_INFINITY } = {}) => {
    const { DYNAMODB_ENDPOINT: endpoint } = process.env;
    if (late === undefined || endpoint === undefined) throw new Error('no table whose indexes could lag');
    const lateEndpoint = late.endpoint;
    const readStream = await followStream(endpoint);
    await restoreTable(lateEndpoint, await scanTable(endpoint));

    /** All that was written since, in its order; the indexes show what was written up to `shown`. */
    const log: { writtenAt: number; record: StreamRecord }[] = [];
    const kept: number[] = [];
    let shown = 0;
    /** One after the other: what was written first arrives first. */
    let turn: Promise<void> = Promise.resolve();
    const inTurn = (work: () => Promise<void>): Promise<void> => {
      turn = turn.then(work);
      return turn;
    };
    const look = async (): Promise<void> => {
      const writtenAt = performance.now();
      for (const record of await readStream()) log.push({ writtenAt, record });
    };
    const showUpTo = async (position: number): Promise<void> => {
      const isBack = position < shown;
      const between = log.slice(Math.min(position, shown), Math.max(position, shown));
      shown = position;
      // The last word on a row is the one that counts; a batch may not name a row twice.
      const rows = new Map<string, object>();
      for (const { record } of isBack ? between.toReversed() : between) {
        const { Keys: Key, NewImage, OldImage } = record.dynamodb ?? {};
        const Item = isBack ? OldImage : NewImage;
        rows.set(
          `${Key?.pk?.S}\n${Key?.sk?.S}`,
          Item === undefined ? { DeleteRequest: { Key } } : { PutRequest: { Item } },
        );
      }
      await writeTable(lateEndpoint, [...rows.values()]);
    };
    const arrived = (): number => {
      const until = performance.now() - lagMs;
      const next = log.findIndex(({ writtenAt }) => writtenAt > until);
      return Math.max(shown, next < 0 ? log.length : next);
    };
    const mend = await standBeforeTable(async (request, forward) => {
      if (request.operation === 'Query' && request.body.includes('"IndexName"')) {
        await inTurn(async () => {
          await look();
          await showUpTo(arrived());
        });
        return forward(lateEndpoint);
      }
      const answer = await forward();
      if (isWrite(request)) await inTurn(look);
      return answer;
    });
    return {
      catchUp: () =>
        inTurn(async () => {
          await look();
          await showUpTo(log.length);
        }),
      keep: () =>
        inTurn(async () => {
          await look();
          kept.push(log.length);
        }),
      show: (keepsAgo) => inTurn(() => showUpTo(kept[Math.max(0, kept.length - 1 - keepsAgo)] ?? 0)),
      mend,
    };
  };
};
