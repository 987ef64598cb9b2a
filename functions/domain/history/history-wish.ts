import type { Connection } from '@prosa/shared/entities/connection.ts';
import { MAX_AHEAD_MS } from '../inbound/sent-at.ts';

/** The dates of the old messages that a connection imports, in epoch milliseconds. */
export interface WishedDates {
  fromMs: number;
  toMs: number;
}

/** Returns the dates of the old messages that a connection imports; undefined if it imports none. */
export const wishedDates = ({
  enableImportMessage,
  importOldMessages: from,
  importRecentMessages: to,
}: Pick<Connection, 'enableImportMessage' | 'importOldMessages' | 'importRecentMessages'>):
  | WishedDates
  | undefined =>
  enableImportMessage && from !== null
    ? { fromMs: Date.parse(from), toMs: to === null ? Number.MAX_SAFE_INTEGER : Date.parse(to) }
    : undefined;

/** Whether a message is imported, by its date. Dates in the future are never imported. */
export const isWished = (atMs: number, { fromMs, toMs }: WishedDates, nowMs: number): boolean =>
  atMs >= fromMs && atMs <= Math.min(toMs, nowMs + MAX_AHEAD_MS);
