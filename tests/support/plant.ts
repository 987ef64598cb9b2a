import { appendFileSync } from 'node:fs';

/** Environment variable with the file that collects texts which must never be logged. Set by `watch-logs.ts`. */
export const PLANTED_FILE = 'PLANTED_FILE';
/** Shorter texts occur in log lines by chance. */
const MIN_LENGTH = 8;
const planted = new Set<string>();

/** Registers a secret or personal text that a test passes to the product; the run fails if a log line contains it. */
export const plant = (value: string): string => {
  const file = process.env[PLANTED_FILE];
  if (file !== undefined && value.length >= MIN_LENGTH && !planted.has(value)) {
    planted.add(value);
    appendFileSync(file, `${JSON.stringify(value)}\n`);
  }
  return value;
};
