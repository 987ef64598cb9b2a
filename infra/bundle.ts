import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildResult, build } from 'esbuild';
import { dropUnusedRoutes } from './drop-unused-routes.ts';

export const REPOSITORY_ROOT = join(import.meta.dirname, '..');
/** Directory of the functions' bundles, one folder each. */
export const BUNDLE_DIR = join(import.meta.dirname, 'dist', 'functions');
/** Maximum time from the start of the import to a usable handler, for any function, on one full CPU. */
export const MODULE_LOAD_BUDGET_MS = 200;
/**
 * The same budget on a machine of unknown speed: function calls while loading. Besides its calls, a load takes time for
 * the size of its code, which has its own budget. Functions with so many calls took the time above.
 */
export const MODULE_LOAD_BUDGET_CALLS = 115_000;

/** CommonJS packages inside an ES module still call `require` for Node's built-in modules. */
const REQUIRE_BANNER = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";

export interface FunctionBundle {
  name: string;
  /** Folder with `index.mjs`, as Lambda receives it. */
  dir: string;
  bytes: number;
  /** Bytes that each input file adds to the bundle. */
  inputs: Record<string, number>;
}

/** Thrown when the module of a declared function does not exist. */
export class MissingEntry extends Error {
  constructor(name: string, entry: string) {
    super(`function "${name}" has no module: ${entry} does not exist (declared in infra/programs.ts)`);
    this.name = 'MissingEntry';
  }
}

/** A program to bundle: the module with its `handler`, relative to the repository's root. */
interface Program {
  name: string;
  entry: string;
}

/**
 * Bundles functions as ES modules for Node 24, each with all its imports. Includes the AWS SDK, because the SDK of
 * Lambda's runtime loads slower and AWS may update it at any time. One build bundles all of them, because a build reads
 * each shared module only once.
 * @throws MissingEntry
 */
export const bundleFunctions = async (
  programs: readonly Program[],
  outDir: string = BUNDLE_DIR,
): Promise<FunctionBundle[]> => {
  for (const { name, entry } of programs)
    if (!existsSync(join(REPOSITORY_ROOT, entry))) throw new MissingEntry(name, entry);
  const result: BuildResult<{ metafile: true; write: false }> = await build({
    entryPoints: programs.map(({ name, entry }) => ({
      in: join(REPOSITORY_ROOT, entry),
      out: `${name}/index`,
    })),
    absWorkingDir: REPOSITORY_ROOT,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Prefers ES modules of packages that ship both formats, because CommonJS cannot be tree-shaken; under the `node`
    // condition the SDK would resolve to CommonJS.
    mainFields: ['module', 'main'],
    conditions: ['module', 'node', 'import'],
    alias: {
      // Replaces the debug tracing of a package that reads zip files; an environment variable that we never set would
      // enable it.
      debug: join(import.meta.dirname, 'no-traces.ts'),
    },
    plugins: [dropUnusedRoutes],
    legalComments: 'none',
    banner: { js: REQUIRE_BANNER },
    logLevel: 'silent',
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
  });
  const outputs = new Map(
    Object.entries(result.metafile.outputs).map(([path, output]) => [join(REPOSITORY_ROOT, path), output]),
  );
  return Promise.all(
    programs.map(async ({ name }) => {
      const dir = join(outDir, name);
      const path = join(dir, 'index.mjs');
      const file = result.outputFiles.find((output) => output.path === path);
      if (file === undefined) throw new Error(`the bundle of "${name}" is empty`);
      await rm(dir, { recursive: true, force: true });
      await mkdir(dir, { recursive: true });
      await writeFile(path, file.contents);
      const inputs = Object.entries(outputs.get(path)?.inputs ?? {});
      return {
        name,
        dir,
        bytes: file.contents.byteLength,
        inputs: Object.fromEntries(inputs.map(([input, { bytesInOutput }]) => [input, bytesInOutput])),
      };
    }),
  );
};

/** Bundles one function. */
export const bundleFunction = async (
  name: string,
  entry: string,
  outDir: string = BUNDLE_DIR,
): Promise<FunctionBundle> => {
  const [bundle] = await bundleFunctions([{ name, entry }], outDir);
  if (bundle === undefined) throw new Error(`"${name}" has no bundle`);
  return bundle;
};
