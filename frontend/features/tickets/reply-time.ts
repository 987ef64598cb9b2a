import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { ReplyFacts } from '@prosa/shared/rules/reply-window.ts';

const MINUTE_MS = 60 * 1000;
/** Time left at which the countdown turns amber. */
const SOON_MS = 2 * 60 * MINUTE_MS;
/** Minutes left from which each minute counts. Above, the countdown moves in steps, so that it stays calm. */
const LAST_MINUTES = 15;
const STEP_MINUTES = 5;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Returns the times that a ticket's reply window starts from; undefined if the server did not send them. */
export const replyFactsOf = ({
  heardAt,
  freeEntryAt = null,
}: Pick<TicketView, 'heardAt' | 'freeEntryAt'>): ReplyFacts | undefined =>
  heardAt === undefined ? undefined : { heardAt, freeEntryAt };

/** `soon`: amber. */
export type ReplyTone = 'calm' | 'soon';

export const replyToneOf = (leftMs: number): ReplyTone => (leftMs > SOON_MS ? 'calm' : 'soon');

/** Returns the whole minutes to show: every one of the last fifteen, above that multiples of five. */
export const shownMinutes = (leftMs: number): number => {
  const minutes = Math.max(0, Math.floor(leftMs / MINUTE_MS));
  return minutes <= LAST_MINUTES ? minutes : Math.floor(minutes / STEP_MINUTES) * STEP_MINUTES;
};

export type TimeLeft =
  | { unit: 'days'; days: number; hours: number }
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'minutes'; minutes: number };

/** Splits minutes into the two largest units: days from two days on. */
export const splitMinutes = (all: number): TimeLeft => {
  const hours = Math.floor(all / HOUR_MINUTES);
  if (all >= 2 * DAY_MINUTES) return { unit: 'days', days: Math.floor(all / DAY_MINUTES), hours: hours % 24 };
  return all >= HOUR_MINUTES
    ? { unit: 'hours', hours, minutes: all % HOUR_MINUTES }
    : { unit: 'minutes', minutes: all };
};

const HOUR_MS = HOUR_MINUTES * MINUTE_MS;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Returns the length of a window in the unit that people use for it: `24 hours`, but `7 days`. */
export const spanOf = (ms: number): { unit: 'hours' | 'days'; number: number } =>
  ms < 4 * DAY_MS
    ? { unit: 'hours', number: Math.round(ms / HOUR_MS) }
    : { unit: 'days', number: Math.round(ms / DAY_MS) };
