import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ENTITIES } from '@prosa/infra/entities.ts';
import { FUNCTION_ENV, FUNCTIONS, ORIGIN_GUARD } from '@prosa/infra/programs.ts';
import { QUEUES, TABLE } from '@prosa/infra/resources.ts';
import { SESSION_HOST } from '@prosa/infra/session-host.ts';
import {
  BUCKET_PREFIXES,
  LANES,
  QUEUE_NAMES,
  SECRET_NAMES,
  SESSION_SHARDS,
  sessionQueue,
} from '@prosa/shared/resource-names.ts';
import { describe, expect, it } from 'vitest';
import { isTest, ROOT, sourceFiles } from './support/source-files.ts';

const COMMENT = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const code = ['functions', 'session-host', 'infra', 'shared']
  .flatMap(sourceFiles)
  .filter((file) => !isTest(file) && !/\/(testing|fake-whatsapp)\//.test(file.path))
  .map(({ path, text }) => ({ path, text: text.replaceAll(COMMENT, '') }));

/** Returns every match of a pattern in the code, with its place. */
const found = (pattern: RegExp, folders: RegExp = /./): { path: string; text: string }[] =>
  code
    .filter(({ path }) => folders.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(([whole, caught]) => ({ path, text: caught ?? whole })),
    );

describe('declared resources', () => {
  it('every queue has one reader, and every shard of the session host has its queues', () => {
    const shards = Array.from({ length: SESSION_SHARDS }, (_, shard) =>
      LANES.map((lane) => sessionQueue(shard, lane)),
    ).flat();
    const readers = [
      ...Object.values(FUNCTIONS).flatMap((fn) => (fn.kind === 'queue' ? [fn.queue] : [])),
      ...shards,
    ];
    expect(readers.sort()).toEqual(Object.keys(QUEUES).sort());
    expect(QUEUE_NAMES.toSorted()).toEqual(Object.keys(QUEUES).sort());
    expect(() => sessionQueue(SESSION_SHARDS, 'prompt')).toThrow('no shard');
    expect(SESSION_HOST.shard).toBeLessThan(SESSION_SHARDS);
  });

  it('names of secrets and prefixes are spelled in one file', () => {
    const secrets = Object.values(SECRET_NAMES).map((name) => `(prosa|[iI]nstallation\\})/${name}`);
    const prefixes = Object.values(BUCKET_PREFIXES).map((prefix) => `['"\`]${prefix}`);
    expect([...secrets, ...prefixes]).toHaveLength(12);
    const spelled = [...secrets, ...prefixes].flatMap((name) =>
      found(new RegExp(name, 'g')).map(({ path }) => `${name} ${path}`),
    );
    expect(spelled.filter((line) => !line.endsWith(' shared/resource-names.ts'))).toEqual([]);
  });

  it('the table layer uses exactly the deployed indexes', () => {
    const prefixes: string[] = TABLE.indexes.map(({ prefix }) => prefix);
    const named = ENTITIES.flatMap((entity) => [
      ...Object.keys('indexes' in entity ? entity.indexes : {}),
      ...Object.keys('globalIndexes' in entity ? entity.globalIndexes : {}),
    ]);
    expect([...new Set(named)].sort()).toEqual(prefixes.toSorted());
    const literal = found(/['"`](by-g\d)['"`]/g, /^functions\//);
    expect(literal.filter(({ text }) => !TABLE.indexes.some(({ name }) => name === text))).toEqual([]);
  });

  it('functions read no undeclared environment variable', () => {
    const read = [
      ...found(/requireEnv\('(\w+)'\)/g, /^functions\//),
      ...found(/process\.env\.(\w+)/g, /^functions\//),
      ...found(/['"](\w+_ENDPOINT)['"]/g, /^functions\//),
    ].map(({ text }) => text);
    const given = new Set<string>(FUNCTION_ENV);
    expect(new Set(read.filter((name) => given.has(name)))).toEqual(given);
    // Set by hand for more output: the log level, and the meter of reads and writes per request.
    expect(new Set(read.filter((name) => !given.has(name)))).toEqual(new Set(['LOG_LEVEL', 'METER']));
  });

  it('every declared module exists, and every handler is declared', () => {
    const declared = [...Object.values(FUNCTIONS), ORIGIN_GUARD].map(({ entry }) => entry);
    expect(declared.filter((entry) => !existsSync(join(ROOT, entry)))).toEqual([]);
    const handlers = code.map(({ path }) => path).filter((path) => /^functions\/.*\/handler\.ts$/.test(path));
    expect(declared.toSorted()).toEqual(handlers.sort());
  });

  it('S-62 tests call functions with the rights that are declared for them', () => {
    const direct = ['tests/integration', 'tests/e2e', 'tests/factories']
      .flatMap(sourceFiles)
      .filter(({ text }) => /from '@prosa\/functions\/(workers|streams|ws)[\w/-]*\/handler\.ts'/.test(text))
      .map(({ path }) => path);
    expect(direct).toEqual([]);
  });
});
