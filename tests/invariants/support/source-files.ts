import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..', '..');
const SKIPPED = new Set(['node_modules', 'dist', 'cdk.out', '.data', '.git', 'screenshots', 'results']);
const CODE = /\.(ts|tsx|mjs)$/;

export interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  path: string;
  text: string;
}

const walk = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(path);
    return CODE.test(entry.name) ? [path] : [];
  });

/** Returns all code files below a folder of the repository. */
export const sourceFiles = (folder: string): SourceFile[] =>
  walk(join(ROOT, folder)).map((path) => ({
    path: relative(ROOT, path).split(sep).join('/'),
    text: readFileSync(path, 'utf8'),
  }));

export const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path);

export interface Import {
  specifier: string;
  typeOnly: boolean;
}

const STATEMENT = /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]/gm;
const CALL = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Returns a file's imports: import statements, and import calls with a literal. */
export const importsOf = ({ text }: SourceFile): Import[] => [
  ...[...text.matchAll(STATEMENT)].map(([, type, specifier = '']) => ({
    specifier,
    typeOnly: type !== undefined,
  })),
  ...[...text.matchAll(CALL)].map(([, specifier = '']) => ({ specifier, typeOnly: false })),
];

export const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;
