import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROBE =
  'const start=process.threadCpuUsage();await import(process.argv[1]);const{user,system}=process.threadCpuUsage(start);process.stdout.write(String((user+system)/1000));process.exit(0)';

/**
 * Milliseconds of the main thread's processor time to import a bundled function in a new process, as Lambda does on a
 * cold start: what the clock shows where a processor is free. The least of `runs`.
 */
export const measureModuleLoad = async (bundleDir: string, runs = 3): Promise<number> => {
  let fastest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const { stdout } = await run(process.execPath, [
      '--input-type=module',
      '-e',
      PROBE,
      join(bundleDir, 'index.mjs'),
    ]);
    fastest = Math.min(fastest, Number(stdout));
  }
  return fastest;
};
