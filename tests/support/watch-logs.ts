import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLANTED_FILE } from './plant.ts';

const LOG_LINE = /^\{"level":"(\w+)"/;
/** Levels that are not printed for the person who runs the tests. */
const QUIET_LEVELS = new Set(['debug', 'info']);
const LINES_SHOWN = 5;

/** Log text of a call that its function's role does not allow, written by `infra/local/roles.ts`. */
const REFUSED = '"metric":"accessDenied"';

/** Returns the lines that contain a planted text. */
export const leaksOf = (lines: readonly string[], planted: readonly string[]): string[] => {
  // Escaped as in a JSON string.
  const wanted = planted.map((value) => JSON.stringify(value).slice(1, -1));
  return lines.filter((line) => wanted.some((value) => line.includes(value)));
};

/**
 * S-57: collects every log line that the product writes during the run, at every level, including those of the
 * session host and of killed processes. Fails the run if a line contains a text registered with `plant`.
 */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-logs-'));
  const plantedFile = join(folder, 'planted');
  writeFileSync(plantedFile, '');
  process.env[PLANTED_FILE] = plantedFile;
  process.env.LOG_LEVEL ??= 'debug';

  const lines: string[] = [];
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  let rest = '';
  const take = (line: string): boolean => {
    const level = LOG_LINE.exec(line)?.[1];
    if (level !== undefined) lines.push(line);
    return level === undefined || !QUIET_LEVELS.has(level);
  };
  stdout.write = (chunk: string | Uint8Array, ...others: unknown[]): boolean => {
    const done = others.find((other) => typeof other === 'function');
    const text = rest + (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const end =
      text.lastIndexOf('{"level":') > text.lastIndexOf('\n') ? text.lastIndexOf('\n') + 1 : text.length;
    rest = text.slice(end);
    const shown = text.slice(0, end).split('\n').filter(take).join('\n');
    if (shown !== '') write(shown);
    if (typeof done === 'function') process.nextTick(() => done());
    return true;
  };

  return () => {
    stdout.write = write;
    if (rest !== '') take(rest);
    const planted = readFileSync(plantedFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => String(JSON.parse(line)));
    rmSync(folder, { recursive: true });
    const refused = lines.filter((line) => line.includes(REFUSED));
    if (refused.length > 0) {
      process.exitCode = 1;
      throw new Error(
        `S-62: ${refused.length} calls were made that a role does not allow:\n${refused.slice(0, LINES_SHOWN).join('\n')}`,
      );
    }
    const leaks = leaksOf(lines, planted);
    if (leaks.length > 0) {
      // An error in a teardown is only shown, so the exit code makes the run fail.
      process.exitCode = 1;
      throw new Error(
        `S-57: ${leaks.length} of ${lines.length} log lines hold what must not be logged:\n${leaks.slice(0, LINES_SHOWN).join('\n')}`,
      );
    }
  };
};
