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

/** Part of the limit below which a ratio of one round, and of a few rounds, stays below the limit with more rounds. */
const CLEARLY = { once: 0.75, repeatedly: 0.9 };

/**
 * Returns the ratio of a function's load time to another bundle's; it does not depend on the machine's speed. Loads
 * both in turn, so that both run at the same speed, and compares their total times. Over twelve rounds on a busy
 * machine, this ratio varies by a tenth; the ratio of the minimum times varies by a fifth, because the shorter load
 * reaches its minimum sooner. Stops early when the ratio is clearly within `limit`.
 */
export const compareModuleLoad = async (
  bundleDir: string,
  otherDir: string,
  limit: number,
  rounds = 24,
): Promise<number> => {
  let took = 0;
  let otherTook = 0;
  for (let i = 0; i < rounds; i++) {
    const part = i === 1 ? CLEARLY.once : CLEARLY.repeatedly;
    if (i > 0 && took <= otherTook * limit * part) break;
    otherTook += await loadOnce(otherDir);
    took += await loadOnce(bundleDir);
  }
  return took / otherTook;
};
