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
  /** Applies all writes so far to the indexes. */
  catchUp(): Promise<void>;
  /** Remembers the current state of the indexes. */
  keep(): Promise<void>;
  /** Sets the indexes to their state of so many `keep`s ago, earlier or later than now. */
  show(keepsAgo: number): Promise<void>;
  mend(): void;
}

/**
 * Gives a test file lagging indexes, as DynamoDB's may be. A second engine holds older rows and answers every query
 * on an index: a new row is missing, a moved or changed row is stale, and a deleted row is still there. Reads of the
 * table itself are current. Call at the top level, after `useTable`; each call of the returned function makes the
 * indexes lag until the end of the test.
 *
 * Without `lagMs` the indexes change only on demand, which makes a test repeatable. With it, each write appears in
 * them that many milliseconds later, or slightly more.
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
    await restoreTable(lateEndpoint, await scanTable(lateEndpoint), await scanTable(endpoint));

    /** All writes since then, in order; the indexes contain those up to `shown`. */
    const log: { writtenAt: number; record: StreamRecord }[] = [];
    const kept: number[] = [];
    let shown = 0;
    /** Serializes the work, so that writes reach the indexes in their order. */
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
      // Only the last write of a row counts, because a batch may not name a row twice.
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
