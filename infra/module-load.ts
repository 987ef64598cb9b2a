import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROBE =
  'const start=process.threadCpuUsage();await import(process.argv[1]);const{user,system}=process.threadCpuUsage(start);process.stdout.write(String((user+system)/1000));process.exit(0)';

/** Milliseconds of the main thread's processor time to import a bundled function in a new process, once. */
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
 * Milliseconds of the main thread's processor time to import a bundled function in a new process, as Lambda does on a
 * cold start: what the clock shows where a processor is free. The least of `runs`.
 */
export const measureModuleLoad = async (bundleDir: string, runs = 3): Promise<number> => {
  let fastest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) fastest = Math.min(fastest, await loadOnce(bundleDir));
  return fastest;
};

/** A ratio of a few rounds that is below so much of the limit stays below it with more of them. */
const CLEARLY = 0.9;

/**
 * How many times as long as another bundle a function takes to load, on whatever machine: both are loaded in turn, so
 * that both meet the same speed, and what each took in all is compared. Of twelve rounds this varies by a tenth on a
 * machine with other work, the ratio of the least times by a fifth: the shorter of the two is sooner lucky. It stops
 * where the ratio is clearly within `limit`.
 */
export const compareModuleLoad = async (
  bundleDir: string,
  otherDir: string,
  limit: number,
  rounds = 12,
): Promise<number> => {
  let took = 0;
  let otherTook = 0;
  for (let i = 0; i < rounds && (i < 2 || took > otherTook * limit * CLEARLY); i++) {
    otherTook += await loadOnce(otherDir);
    took += await loadOnce(bundleDir);
  }
  return took / otherTook;
};
