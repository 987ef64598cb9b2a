import { describe, expect, it } from 'vitest';
import { REVIEWED_WORK } from './reviewed-work.ts';
import { importsOf, isTest, sourceFiles } from './support/source-files.ts';

/** Modules through which a handler calls another service, or leaves work behind for a worker. */
const STARTERS =
  /\/(?:channels\/(?:drivers|linkings)|platform\/(?:fetch-outside|queue\/outbox-item|timers\/set-timer))\.ts$/;

const starters = sourceFiles('functions/http')
  .filter((file) => !isTest(file))
  .filter((file) => importsOf(file).some(({ specifier, typeOnly }) => !typeOnly && STARTERS.test(specifier)))
  .map(({ path }) => path.replace('functions/http/', ''));

describe('work that users start', () => {
  it('is limited at every place that starts it: each states its limit in reviewed-work.ts', () => {
    expect(starters.length).toBeGreaterThan(20);
    expect(starters.filter((path) => REVIEWED_WORK[path] === undefined)).toEqual([]);
  });

  it('has no statement about a place that starts none', () => {
    const known = new Set(
      sourceFiles('functions/http').map(({ path }) => path.replace('functions/http/', '')),
    );
    expect(Object.keys(REVIEWED_WORK).filter((path) => !known.has(path))).toEqual([]);
  });
});
