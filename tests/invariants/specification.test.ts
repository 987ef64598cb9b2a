import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, ROOT } from './support/source-files.ts';
import { statementsOf, testNamesOf } from './support/statements.ts';

/** Areas of the product that are not built yet, as waiting statements name them. Remove an area when it is finished. */
const AREAS = new Set(['team', 'business']);

/** Tests that check many names or calls in one table. */
const TABLES = /documented-names/;

const files = readdirSync(join(ROOT, 'tests/spec')).filter((name) => name.endsWith('.md'));
const names = new Map<string, string[]>();
const namesIn = (path: string): string[] => {
  const known = names.get(path) ?? (existsSync(join(ROOT, path)) ? testNamesOf(path) : []);
  names.set(path, known);
  return known;
};

/** Returns the project's files that a file imports. */
const importedBy = (path: string, text: string): string[] =>
  importsOf({ path, text }).flatMap(({ specifier }) => {
    if (!specifier.endsWith('.ts')) return [];
    return specifier.startsWith('@prosa/')
      ? [specifier.slice('@prosa/'.length)]
      : [join(dirname(path), specifier)];
  });

/**
 * Returns the text of a test and of the project's files that it imports, in one of which its table's rows stand. A table in
 * a file of `tests` may be put together from further ones.
 */
const textWithImports = (path: string, known = new Set<string>()): string => {
  if (known.has(path)) return '';
  known.add(path);
  const text = readFileSync(join(ROOT, path), 'utf8');
  const isTest = path.startsWith('tests/') || known.size === 1;
  const imported = isTest ? importedBy(path, text).map((other) => textWithImports(other, known)) : [];
  return [text, ...imported].join('\n');
};

describe.each(files)('specification in %s', (name) => {
  const statements = statementsOf(name);

  it('states every fact once, with a readable proof', () => {
    const texts = statements.map(({ text }) => text);
    expect(statements.length).toBeGreaterThan(0);
    expect(texts.filter((text, at) => text === '' || texts.indexOf(text) !== at)).toEqual([]);
    const odd = statements.filter(
      ({ proofs, toCome, unreadable }) =>
        unreadable.length > 0 || (toCome === undefined ? proofs.length === 0 : !AREAS.has(toCome)),
    );
    expect(odd.map(({ place, unreadable }) => `${place} ${unreadable.join(' ')}`)).toEqual([]);
  });

  it('names only tests that exist', () => {
    const missing = statements.flatMap(({ place, proofs }) =>
      proofs.flatMap(({ path, title }) =>
        namesIn(path).some((known) => known.startsWith(title)) ? [] : [`${place}: ${path} ${title}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  it('names the row of a test with a table', () => {
    const wrong = statements.flatMap(({ place, proofs }) =>
      proofs.flatMap(({ path, title, row }) => {
        const isTable = TABLES.test(path) || /[%$]/.test(title);
        const isNamed = row !== undefined && textWithImports(path).includes(row);
        return isTable === isNamed ? [] : [`${place}: ${path} ${title} → ${row ?? ''}`];
      }),
    );
    expect(wrong).toEqual([]);
  });
});
