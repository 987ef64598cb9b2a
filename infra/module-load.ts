import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROBE =
  'const start=performance.now();await import(process.argv[1]);process.stdout.write(String(performance.now()-start));process.exit(0)';

/**
 * Milliseconds to import a bundled function in a new process, as Lambda does on a cold start. The fastest of `runs`:
 * everything slower is the machine's other work.
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
