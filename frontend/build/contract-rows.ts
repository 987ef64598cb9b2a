import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const SHARED = fileURLToPath(new URL('../../shared/', import.meta.url));
const PACKAGE = '@prosa/shared/';
/** Folders of `shared` that describe data. */
const DESCRIPTIONS = /^(?:(?:contracts|entities|messaging)\/|events\/(?:catalogue|event-groups)\.ts$)/;
/** Forms hold their fields against the schemas; they are fetched when they open. */
const NEEDS_SCHEMAS = /-dialog\.tsx$/;
const ROWS = '\0rows:';

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && '_zod' in value;

/** What neither calling a route nor applying an event asks for. */
const SERVER_SIDE: ReadonlySet<string> = new Set([
  'errors',
  'plan',
  'tenancy',
  'expiry',
  'rate',
  'summary',
  'audience',
  'fit',
  'examples',
]);

const withoutSchemas = (key: string, value: unknown): unknown =>
  isSchema(value) || SERVER_SIDE.has(key) ? undefined : value;

/** What a module of `shared` exports, but for schemas and functions. */
const constantsOf = async (file: string): Promise<string> => {
  const exports: Record<string, unknown> = await import(pathToFileURL(file).href);
  return Object.entries(exports)
    .filter(([, value]) => typeof value !== 'function' && !isSchema(value))
    .map(
      ([name, value]) =>
        `export const ${name} = /* @__PURE__ */ JSON.parse(${JSON.stringify(JSON.stringify(value, withoutSchemas))});`,
    )
    .join('\n');
};

/**
 * Leaves the schemas of requests, answers and events out of what is loaded first: calling a route takes its method and
 * path, and the server checks. Importing a schema or function that was left out fails the build.
 */
export const contractRows = (): Plugin => ({
  name: 'contract-rows',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) => {
    if (importer === undefined || NEEDS_SCHEMAS.test(importer)) return null;
    const from = importer.startsWith(ROWS) ? importer.slice(ROWS.length) : importer;
    const path = source.startsWith(PACKAGE)
      ? source.slice(PACKAGE.length)
      : from.startsWith(SHARED) && source.startsWith('.')
        ? resolve(dirname(from), source).slice(SHARED.length)
        : null;
    if (path === null || !DESCRIPTIONS.test(path)) return null;
    // Descriptions build on each other's schemas.
    return DESCRIPTIONS.test(from.slice(SHARED.length)) && from.startsWith(SHARED)
      ? null
      : ROWS + SHARED + path;
  },
  load: (id) => (id.startsWith(ROWS) ? constantsOf(id.slice(ROWS.length)) : null),
});
