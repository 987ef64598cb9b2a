import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { ERROR_CATALOGUE } from '@prosa/shared/errors.ts';
import { SEND_FAILURES } from '@prosa/shared/rules/send-failure.ts';
import { SESSION_REASONS } from '@prosa/shared/rules/session-reason.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { jsxTexts } from './support/jsx-texts.ts';
import { isTest, ROOT, sourceFiles } from './support/source-files.ts';

const LOCALES = join(ROOT, 'frontend/locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;
const CODES = Object.keys(ERROR_CATALOGUE);

type Texts = Map<string, string>;
const leaves = (value: unknown, prefix = ''): [string, string][] =>
  typeof value === 'string'
    ? [[prefix, value]]
    : Object.entries(z.record(z.string(), z.unknown()).parse(value)).flatMap(([key, child]) =>
        leaves(child, prefix === '' ? key : `${prefix}.${key}`),
      );
const readTexts = (language: string, file: string): Texts =>
  new Map(leaves(JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'))));
/** Keys as code names them: languages differ in their plural forms. */
const keysOf = (texts: Texts): string[] =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))].sort();
const placeholdersOf = (text: string): string[] => [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort();

const features = readdirSync(join(LOCALES, 'pt')).filter((file) => file.endsWith('.json'));

describe('every error has a text', () => {
  it('throws only codes of the catalogue', () => {
    const thrown = ['functions', 'session-host', 'shared']
      .flatMap(sourceFiles)
      .filter((file) => !isTest(file))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/['"](ERR_[A-Z_]+)['"]/g)].map(([, code = '']) => ({ path, code })),
      );
    expect(thrown.length).toBeGreaterThan(CODES.length);
    expect(thrown.filter(({ code }) => !CODES.includes(code))).toEqual([]);
  });

  it.each(LANGUAGES)('%s', (language) => {
    const texts = readTexts(language, 'errors.json');
    const keys = [...CODES, ...SEND_FAILURES.map((failure) => `sendFailures.${failure}`)];
    expect(keys.filter((key) => (texts.get(key) ?? '').length < 10)).toEqual([]);
  });
});

describe('every reason of a session that is not up', () => {
  it.each(LANGUAGES)('%s', (language) => {
    const texts = readTexts(language, 'connections.json');
    expect(SESSION_REASONS.filter((reason) => (texts.get(`reason.${reason}`) ?? '').length < 10)).toEqual([]);
  });
});

describe('all languages say the same things', () => {
  it.each(LANGUAGES)('%s has every feature', (language) => {
    expect(readdirSync(join(LOCALES, language)).sort()).toEqual(readdirSync(join(LOCALES, 'pt')).sort());
  });

  it.each(features)('%s', (file) => {
    const source = readTexts('pt', file);
    for (const language of LANGUAGES) {
      const texts = readTexts(language, file);
      expect(keysOf(texts), language).toEqual(keysOf(source));
      expect(
        [...texts].filter(([, text]) => text.trim() === '').map(([key]) => key),
        language,
      ).toEqual([]);
      for (const [key, text] of texts) {
        const counterpart = source.get(key);
        if (counterpart !== undefined)
          expect(placeholdersOf(text), `${language} ${key}`).toEqual(placeholdersOf(counterpart));
      }
    }
  });
});

describe('screens take their words from the translations', () => {
  it('finds words in JSX where there are some', () => {
    const text = 'const A = () => <p title="Olá mundo">Bom dia {name} <b>{"x"}</b></p>;';
    expect(jsxTexts({ path: 'a.tsx', text })).toEqual(['a.tsx:1: Olá mundo', 'a.tsx:1: Bom dia']);
  });

  it('has no literal text in JSX', () => {
    const screens = sourceFiles('frontend').filter((file) => file.path.endsWith('.tsx') && !isTest(file));
    expect(screens.length).toBeGreaterThan(20);
    expect(screens.flatMap(jsxTexts)).toEqual([]);
  });
});
