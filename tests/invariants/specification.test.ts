import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './support/source-files.ts';
import { statementsOf, testNamesOf } from './support/statements.ts';

/** What of the product is still to be built, as the statements that wait for it name it. */
const AREAS = new Set([
  'attendance',
  'administration',
  'engine',
  'automation',
  'campaigns',
  'team',
  'channels',
  'business',
]);

const files = readdirSync(join(ROOT, 'tests/spec')).filter((name) => name.endsWith('.md'));
const names = new Map<string, string[]>();
const namesIn = (path: string): string[] => {
  const known = names.get(path) ?? (existsSync(join(ROOT, path)) ? testNamesOf(path) : []);
  names.set(path, known);
  return known;
};

describe.each(files)('the specification in %s', (name) => {
  const statements = statementsOf(name);

  it('is stated line by line, each once, with a proof that can be read', () => {
    const texts = statements.map(({ text }) => text);
    expect(statements.length).toBeGreaterThan(0);
    expect(texts.filter((text, at) => text === '' || texts.indexOf(text) !== at)).toEqual([]);
    const odd = statements.filter(
      ({ proofs, toCome, unreadable }) =>
        unreadable.length > 0 || (toCome === undefined ? proofs.length === 0 : !AREAS.has(toCome)),
    );
    expect(odd.map(({ place, unreadable }) => `${place} ${unreadable.join(' ')}`)).toEqual([]);
  });

  it('names tests that exist', () => {
    const missing = statements.flatMap(({ place, proofs }) =>
      proofs.flatMap(({ path, title }) =>
        namesIn(path).some((known) => known.startsWith(title)) ? [] : [`${place}: ${path} ${title}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});
