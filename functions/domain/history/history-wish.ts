import type { Connection } from '@prosa/shared/entities/connection.ts';
import { MAX_AHEAD_MS } from '../inbound/sent-at.ts';

/** The old messages that a connection imports, in epoch milliseconds. */
interface HistoryWish {
  fromMs: number;
  toMs: number;
}

/** Returns which old messages a connection imports; undefined if none. Impossible dates are in no import. */
export const historyWish = (
  connection: Pick<Connection, 'enableImportMessage' | 'importOldMessages' | 'importRecentMessages'>,
  nowMs: number,
): HistoryWish | undefined => {
  const { enableImportMessage, importOldMessages: from, importRecentMessages: to } = connection;
  if (!enableImportMessage || from === null) return undefined;
  const latestMs = nowMs + MAX_AHEAD_MS;
  return { fromMs: Date.parse(from), toMs: to === null ? latestMs : Math.min(Date.parse(to), latestMs) };
};
