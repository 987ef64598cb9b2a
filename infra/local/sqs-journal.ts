import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { QueueRecord } from './sqs-queue.ts';
import { writeWhole } from './write-whole.ts';

const COMPACT_BYTES = 8 * 1024 * 1024;

type Line = [queue: string, record: QueueRecord];

export interface Journal {
  append(queue: string, record: QueueRecord): void;
  close(): void;
}

export interface JournalOptions {
  file: string;
  /** Given every record of the file, in order, before anything is appended. */
  replay: (queue: string, record: QueueRecord) => void;
  /** The shortest list of records with the same meaning. */
  snapshot: () => Line[];
}

const parseLine = (text: string): Line | undefined => {
  try {
    const line: Line = JSON.parse(text);
    return line;
  } catch {
    // A line that a crash cut off was never acknowledged.
    return undefined;
  }
};

const toText = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/**
 * The append-only file that makes queues survive SIGKILL: a record is in the operating system's hands before the call
 * that caused it is answered. It is rewritten at the start and whenever it has grown by 8 MB.
 */
export const openJournal = ({ file, replay, snapshot }: JournalOptions): Journal => {
  if (existsSync(file)) {
    for (const text of readFileSync(file, 'utf8').split('\n')) {
      const line = text === '' ? undefined : parseLine(text);
      if (line !== undefined) replay(...line);
    }
  }
  let descriptor = -1;
  let grownBytes = 0;
  let isClosed = false;
  const compact = () => {
    if (isClosed) return;
    if (descriptor >= 0) closeSync(descriptor);
    writeWhole(file, toText(snapshot()));
    descriptor = openSync(file, 'a', 0o600);
    grownBytes = 0;
  };
  compact();
  return {
    append: (queue, record) => {
      grownBytes += writeSync(descriptor, toText([[queue, record]]));
      // Not now: the change this record announces has not taken effect yet.
      if (grownBytes > COMPACT_BYTES) {
        grownBytes = 0;
        setImmediate(compact);
      }
    },
    close: () => {
      isClosed = true;
      closeSync(descriptor);
    },
  };
};
