import type { Arrival } from '@prosa/shared/entities/arrival.ts';
import { textKey } from './automatic/answer-limit.ts';
import { instantOf, type Moment } from './turns/turn.ts';

const SECOND_MS = 1000;
/** The most keys of changes within one second. A repetition of an older change of that second is not recognised. */
const KEYS_MAX = 8;

/** The time of a change as its provider gives it, and its arrival; null on rows of earlier releases. */
export interface Dated {
  at: string;
  arrival: Arrival | null;
}

/**
 * Returns the arrival of a change.
 * @param receivedAt epoch milliseconds at which our side received it
 * @param id the provider's id of the change, or what else distinguishes it from another one with the same content
 * @param content what the change says, because some ids are those of the changed thing
 */
export const arrivalOf = (receivedAt: number, id: string, content: unknown): Arrival => ({
  atMs: receivedAt,
  keys: [textKey(JSON.stringify([id, content]))],
});

const later = (one: string, other: string): string => (one > other ? one : other);

/**
 * Decides whether a change is newer than the known one of the same thing: by the provider's time, and at the same time by
 * arrival, because providers send whole seconds. Repeated and reordered deliveries have the same result: a known change
 * is never applied again. Every change of a message or contact that its provider dates (edits, reactions, votes, pins,
 * names of the address book, marketing preferences) is decided here.
 * @returns undefined if the change has no effect; otherwise the time and arrival to store, and whether the change is the
 * newest. If it is not, only they are stored.
 */
export const datedAfter = (
  known: Dated | null | undefined,
  change: Dated,
): (Dated & { isNewest: boolean }) | undefined => {
  if (known === null || known === undefined) return { ...change, isNewest: true };
  if (change.at !== known.at) return change.at > known.at ? { ...change, isNewest: true } : undefined;
  if (known.arrival === null || change.arrival === null) return { ...change, isNewest: true };
  const { keys } = known.arrival;
  const fresh = change.arrival.keys.filter((key) => !keys.includes(key));
  if (fresh.length === 0) return undefined;
  const isNewest = change.arrival.atMs >= known.arrival.atMs;
  return {
    at: change.at,
    arrival: {
      atMs: Math.max(known.arrival.atMs, change.arrival.atMs),
      keys: [...keys, ...fresh].slice(-KEYS_MAX),
    },
    isNewest,
  };
};

/**
 * Returns the time and arrival of a change that a user makes now: the newest, also if a provider's clock is ahead. The
 * time is a whole second, as a provider's, so that a change on the phone within the same second is ordered by arrival.
 */
export const datedNow = (known: Dated | null, { nowMs, ids }: Moment): Dated => {
  const at = later(known?.at ?? '', instantOf({ nowMs: nowMs - (nowMs % SECOND_MS) }));
  const arrival = arrivalOf(Math.max(nowMs, known?.arrival?.atMs ?? 0), ids.uuid(), null);
  return datedAfter(known, { at, arrival }) ?? { at, arrival };
};
