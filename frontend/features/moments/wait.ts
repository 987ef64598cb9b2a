import type { TicketView } from '@prosa/shared/contracts/tickets.ts';

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Waiting times from which a ticket is shown as late, and as very late. */
export const LATE_AFTER_S = 5 * MINUTE_S;
export const VERY_LATE_AFTER_S = 15 * MINUTE_S;

export type WaitTone = 'calm' | 'late' | 'veryLate';

/** Returns the time from which a ticket waits: when it got its status and queue. */
export const waitingSince = ({ placedAt, updatedAt }: Pick<TicketView, 'placedAt' | 'updatedAt'>): string =>
  placedAt ?? updatedAt;

/** Returns the whole seconds since an instant; 0 for an instant in the future, because clocks differ. */
export const secondsSince = (instant: string, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(instant)) / SECOND_MS));

/** Returns how late a wait is. */
export const toneOf = (seconds: number): WaitTone =>
  seconds >= VERY_LATE_AFTER_S ? 'veryLate' : seconds >= LATE_AFTER_S ? 'late' : 'calm';

/** The units of a wait: the text `wait.<unit>` is made of these numbers. */
export type WaitText =
  | { unit: 'seconds'; seconds: number }
  | { unit: 'minutes'; minutes: number }
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'days'; days: number; hours: number };

/** Splits a wait into its two largest units, so that it stays short. */
export const splitWait = (seconds: number): WaitText => {
  if (seconds < MINUTE_S) return { unit: 'seconds', seconds };
  if (seconds < HOUR_S) return { unit: 'minutes', minutes: Math.floor(seconds / MINUTE_S) };
  if (seconds < DAY_S)
    return {
      unit: 'hours',
      hours: Math.floor(seconds / HOUR_S),
      minutes: Math.floor((seconds % HOUR_S) / MINUTE_S),
    };
  return {
    unit: 'days',
    days: Math.floor(seconds / DAY_S),
    hours: Math.floor((seconds % DAY_S) / HOUR_S),
  };
};
