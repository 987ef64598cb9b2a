import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const CONTRACTS = /shared[/\\]contracts[/\\][^/\\]+\.ts$/;
const DECLARED = /^export const \w+Routes\b/gm;
/** A declaration of routes: a literal that ends at a line's beginning, as the formatter writes it. */
const ROUTES = /^(export const \w+Routes = )(\{\n[\s\S]*?^\}(?: as const)?);$/gm;

/**
 * Lets esbuild drop the routes of contracts that a function does not serve. A bundle needs a contract's views, for
 * example in events; the schemas of its requests are made by calls, which esbuild would keep. Without them, the
 * readers of the stream load a tenth faster.
 * @throws Error for a contract with routes in another form
 */
export const dropUnusedRoutes: Plugin = {
  name: 'drop-unused-routes',
  setup: (build) => {
    build.onLoad({ filter: CONTRACTS }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const declared = source.match(DECLARED)?.length ?? 0;
      if ((source.match(ROUTES)?.length ?? 0) !== declared)
        throw new Error(`${path}: routes are declared as \`export const …Routes = { … };\``);
      return { loader: 'ts', contents: source.replace(ROUTES, '$1/* @__PURE__ */ (() => ($2))();') };
    });
  },
};
