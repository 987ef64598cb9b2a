import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@prosa/shared/entities/user.ts';
import * as z from 'zod';
import { ROOT } from './source-files.ts';

const LOCALES = join(ROOT, 'frontend/locales');

/** The texts of one language and feature by their keys, as code names them: `field.name`. */
export type Texts = Map<string, string>;

const leaves = (value: unknown, prefix = ''): [string, string][] =>
  typeof value === 'string'
    ? [[prefix, value]]
    : Object.entries(z.record(z.string(), z.unknown()).parse(value)).flatMap(([key, child]) =>
        leaves(child, prefix === '' ? key : `${prefix}.${key}`),
      );

/** Returns the text files of a language, one for each feature: `tickets.json`. */
export const featureFiles = (language: Language): string[] =>
  readdirSync(join(LOCALES, language))
    .filter((file) => file.endsWith('.json'))
    .sort();

export const readTexts = (language: Language, file: string): Texts =>
  new Map(leaves(JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8'))));

/** Returns every text of a language, named by feature and key: `tickets.tab.open`. */
export const allTexts = (language: Language): { name: string; text: string }[] =>
  featureFiles(language).flatMap((file) =>
    [...readTexts(language, file)].map(([key, text]) => ({
      name: `${file.slice(0, -'.json'.length)}.${key}`,
      text,
    })),
  );

/** Suffixes of plural forms in i18next. */
export const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;
