import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROBE =
  'const start=process.threadCpuUsage();await import(process.argv[1]);const{user,system}=process.threadCpuUsage(start);process.stdout.write(String((user+system)/1000));process.exit(0)';

/** Imports a bundled function once in a new process; returns milliseconds of the main thread's CPU time. */
const loadOnce = async (bundleDir: string): Promise<number> => {
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '-e', PROBE, join(bundleDir, 'index.mjs')],
    // Lambda compiles on every cold start.
    { env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } },
  );
  return Number(stdout);
};

/**
 * Imports a bundled function in new processes, as Lambda does on a cold start. Returns the minimum of `runs` in
 * milliseconds of the main thread's CPU time, which equals the elapsed time on a free processor.
 */
export const measureModuleLoad = async (bundleDir: string, runs = 3): Promise<number> => {
  let fastest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) fastest = Math.min(fastest, await loadOnce(bundleDir));
  return fastest;
};

/** What loading a module does. */
export interface ModuleLoad {
  /** Calls of the module's own functions. */
  calls: number;
  /** Names of the exported functions. */
  exports: string[];
}

/**
 * Imports modules in turn in a new process, and counts the function calls of each. The count is the same in every run,
 * on every machine. The time of a load is not: even its CPU time varies by a fifth on a busy machine.
 */
export const countModuleLoads = async (paths: readonly string[]): Promise<ModuleLoad[]> => {
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, 'count-load-calls.ts'),
    ...paths,
  ]);
  const loads: ModuleLoad[] = JSON.parse(stdout);
  return loads;
};
