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
  /** Receives every record of the file, in order, before the first append. */
  replay: (queue: string, record: QueueRecord) => void;
  /** Returns the shortest equivalent list of records. */
  snapshot: () => Line[];
}

const parseLine = (text: string): Line | undefined => {
  try {
    const line: Line = JSON.parse(text);
    return line;
  } catch {
    // A line torn by a crash was never acknowledged.
    return undefined;
  }
};

const toText = (lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/**
 * Opens the append-only file with which queues survive SIGKILL: a record is handed to the operating system before its
 * call is answered. The file is compacted at the start and whenever it has grown by 8 MB.
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
      // Deferred, because the change in this record has not taken effect yet.
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
