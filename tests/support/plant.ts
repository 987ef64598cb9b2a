import { appendFileSync } from 'node:fs';

/** Names the file that collects what must never be logged. Set by `watch-logs.ts`. */
export const PLANTED_FILE = 'PLANTED_FILE';
/** Shorter texts stand in log lines by chance. */
const MIN_LENGTH = 8;
const planted = new Set<string>();

/** Notes a secret or personal text that a test gives to the product; the run fails if a log line holds it. */
export const plant = (value: string): string => {
  const file = process.env[PLANTED_FILE];
  if (file !== undefined && value.length >= MIN_LENGTH && !planted.has(value)) {
    planted.add(value);
    appendFileSync(file, `${JSON.stringify(value)}\n`);
  }
  return value;
};
