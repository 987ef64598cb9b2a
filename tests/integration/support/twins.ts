import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory, requireDirectory } from '@prosa/functions/platform/directory.ts';
import { encodeTime, systemIds } from '@prosa/functions/platform/ids.ts';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { makeScene, type Scene } from './scene.ts';
import { spoilTable } from './table-faults.ts';
import { isWrite, type TableRequest } from './table-proxy.ts';
import {
  byKeys,
  idOfRow,
  isSameRow,
  type RowImage,
  restoreTable,
  scanTable,
  type TableRow,
  unpackRow,
} from './table-scan.ts';

/** Prepares what it needs beyond the scene. Returns the action to test, whose result is what its caller gets. */
export type Operation = (scene: Scene) => Promise<() => Promise<unknown>>;

/** By kind: one operation, or several by name; `null` for kinds that write nothing. */
export type Cases = Record<string, Operation | Record<string, Operation> | null>;

/** Returns the operations of the cases with their names. */
export const each = (cases: Cases): { name: string; operation: Operation }[] =>
  Object.entries(cases).flatMap(([name, one]) => {
    if (one === null) return [];
    if (typeof one === 'function') return [{ name, operation: one }];
    return Object.entries(one).map(([what, operation]) => ({ name: `${name}: ${what}`, operation }));
  });

interface Outcome {
  told: unknown;
  /** Rows that were added or changed (in their new state). */
  written: TableRow[];
  removed: string[];
  /** Number of writing calls. */
  writes: number;
}

/** Values that differ in any two companies: secrets and their hashes, and ids not made by the injected generator. */
const GENERATED: [RegExp, string][] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\$argon2[^"\\]+/g, '<password>'],
  [/3EB0[0-9A-F]{28}/g, '<provider id>'],
  [/\b[0-9a-f]{64}\b/g, '<hash>'],
  [/\b(?!00000000)[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/"sealed":"[^"]+"/g, '"sealed":""'],
  [/"planId":\d+/g, '"planId":0'],
  [/"plan":\{"id":\d+,"name":"plan \d+"/g, '"plan":{"id":0,"name":"plan"'],
  // The twins were created at different moments.
  [/"(rowCreatedAt|createdAt)":"[^"]+"/g, '"$1":""'],
  // The company's id decides the shard of its timers.
  [/"shard":\d+/g, '"shard":0'],
  [/"pk":"TIMERWALKS","sk":"\d+"/g, '"pk":"TIMERWALKS"'],
  [/\/media\/[^"]+/g, '<link>'],
  [/whsec_[\w+/=]+/g, '<secret>'],
  [/"(secretLast4|last4)":"[^"]+"/g, '"$1":""'],
  // In the body of a webhook, which is JSON in a text.
  [/\\"createdAt\\":\\"[^"]+"/g, ''],
];

/** Replaces the id of either twin; it has as many digits. */
const ANY_COMPANY = '7777777';

const comparable = (value: unknown, { company }: Scene): unknown => {
  let text = (JSON.stringify(value) ?? 'null').replaceAll(String(company.id), ANY_COMPANY);
  for (const [pattern, name] of GENERATED) text = text.replace(pattern, name);
  const parsed: unknown = JSON.parse(text);
  return parsed;
};

const isNumberTaken = ({ operation, body }: TableRequest): boolean =>
  operation === 'UpdateItem' && body.includes('COUNTER#');

/**
 * Creates two companies that differ only in their ids, with a stopped clock and repeating ids. An operation leaves
 * the same rows in both unless something went wrong. Call at the top level, after `useTable`.
 */
export const useTwins = () => {
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  const twins: Scene[] = [];
  let rows: RowImage[] = [];
  /** The rows of the table, if no operation failed on the way. */
  let held: RowImage[] | undefined;
  let serial = 0;
  const endpoint = (): string => process.env.DYNAMODB_ENDPOINT ?? '';

  beforeAll(async () => {
    vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
    vi.spyOn(systemIds, 'sortable').mockImplementation(
      (epochMs) => encodeTime(epochMs) + String(++serial).padStart(10, '0'),
    );
    vi.spyOn(systemIds, 'uuid').mockImplementation(
      () => `00000000-0000-4000-8000-${String(++serial).padStart(12, '0')}`,
    );
    vi.spyOn(systemIds, 'token').mockImplementation((bytes) =>
      Buffer.alloc(bytes, `secret ${++serial} `).toString('base64url'),
    );
    for (const nth of [1, 2]) {
      serial = 0;
      twins.push(await makeScene(nth, nowMs));
    }
    rows = await scanTable(endpoint());
    held = rows;
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  const run = async (scene: Scene, operation: Operation, loses: boolean): Promise<Outcome> => {
    const left = held ?? (await scanTable(endpoint()));
    held = undefined;
    await restoreTable(endpoint(), left, rows);
    // Read, because the cached directory may have the same version as the one that the operation prepares.
    forgetDirectory(scene.company.id);
    await requireDirectory(scene.company.id);
    serial = 10_000;
    const attempt = await operation(scene);
    const before = new Map((await scanTable(endpoint())).map((row) => [idOfRow(row), row]));
    const calls = new Set<string>();
    const mend = await spoilTable((request) => {
      if (!isWrite(request) || calls.has(request.call)) return undefined;
      calls.add(request.call);
      if (loses) return 'lose';
      // When a response is lost, an id may be skipped but never given twice; the undisturbed twin skips it as well.
      return isNumberTaken(request) ? 'repeat' : undefined;
    });
    const told = await attempt();
    mend();
    const after = await scanTable(endpoint());
    held = after;
    const kept = new Set(after.map(idOfRow));
    const hasChanged = (row: RowImage): boolean => {
      const former = before.get(idOfRow(row));
      if (isSameRow(former, row)) return false;
      return former === undefined || !isDeepStrictEqual(unpackRow(former), unpackRow(row));
    };
    return {
      told,
      written: after.filter(hasChanged).toSorted(byKeys).map(unpackRow),
      removed: [...before.keys()].filter((key) => !kept.has(key)),
      writes: calls.size,
    };
  };

  return {
    /**
     * Runs an operation on one twin undisturbed, and on the other with the first response to each of its writes lost.
     * Expects the same result and the same rows, none of them written once more.
     * @returns the number of its writing calls
     */
    expectSame: async (operation: Operation): Promise<number> => {
      const [first, second] = twins;
      if (first === undefined || second === undefined) throw new Error('the twins are not there yet');
      const calm = await run(first, operation, false);
      if (calm.writes === 0) return 0;
      const disturbed = await run(second, operation, true);
      expect(comparable(disturbed, second)).toEqual(comparable(calm, first));
      return calm.writes;
    },
  };
};
