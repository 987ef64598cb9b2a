import type { Scratch } from './history-scratch.ts';
import { TimeSlice } from './time-slice.ts';

/**
 * Maximum of messages of one chat in one part. Phones send parts of up to 150 MB; a message takes a few hundred
 * bytes.
 */
const PLACE_BITS = 2 ** 20;
/** Later seconds (after the year 2242) do not fit into a key. */
const SECOND_MAX = 2 ** 33 - 1;
/** Number of keys sorted at once, which takes a few milliseconds. */
const RUN_KEYS = 2 ** 16;
const FIRST_KEYS = 1024;

/**
 * Sorts the messages of one chat by their second, whatever order they arrive in. Messages of the same second are
 * reversed, because phones send the newest first. Memory: 16 bytes a message.
 */
export class ChatOrder {
  private readonly scratch: Scratch;
  /** The second, and in the last twenty bits the position counted from the end. */
  private keys = new Float64Array(FIRST_KEYS);
  private addresses = new Float64Array(FIRST_KEYS);
  private count = 0;

  constructor(scratch: Scratch) {
    this.scratch = scratch;
  }

  /** Adds a message. @returns false if the chat has too many, or the second is invalid */
  async add(second: number, record: Uint8Array): Promise<boolean> {
    if (this.count === PLACE_BITS || second > SECOND_MAX) return false;
    if (this.count === this.keys.length) {
      this.keys = grown(this.keys);
      this.addresses = grown(this.addresses);
    }
    this.keys[this.count] = second * PLACE_BITS + (PLACE_BITS - 1 - this.count);
    this.addresses[this.count] = await this.scratch.append(record);
    this.count += 1;
    return true;
  }

  /** Yields the messages in order, and removes them. Blocks the event loop no longer than sorting one run takes. */
  async *drain(): AsyncGenerator<{ second: number; record: Buffer }> {
    const slice = new TimeSlice();
    const runs: { keys: Float64Array; at: number }[] = [];
    for (let start = 0; start < this.count; start += RUN_KEYS) {
      runs.push({ keys: this.keys.subarray(start, Math.min(start + RUN_KEYS, this.count)).sort(), at: 0 });
      if (slice.isOver()) await slice.rest();
    }
    for (let key = nextOf(runs); key !== undefined; key = nextOf(runs)) {
      const address = this.addresses[PLACE_BITS - 1 - (key % PLACE_BITS)] ?? 0;
      yield { second: Math.floor(key / PLACE_BITS), record: await this.scratch.read(address) };
    }
    this.clear();
  }

  /** Removes all messages. */
  clear(): void {
    this.count = 0;
    this.scratch.clear();
  }
}

const grown = (numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
};

/** Returns the smallest unread key of sorted runs. */
const nextOf = (runs: readonly { keys: Float64Array; at: number }[]): number | undefined => {
  let first: (typeof runs)[number] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const run of runs) {
    const key = run.keys[run.at] ?? Number.POSITIVE_INFINITY;
    if (key >= least) continue;
    first = run;
    least = key;
  }
  if (first === undefined) return undefined;
  first.at += 1;
  return least;
};
