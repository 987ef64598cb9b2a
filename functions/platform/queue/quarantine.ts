import { toInstant } from '../clock.ts';
import { sha256 } from '../ids.ts';
import { log } from '../log.ts';
import { commit } from '../table/commit.ts';
import { Quarantine } from '../table/entities/work.ts';
import { globalTable } from '../table/table.ts';

/** Limit because a row holds at most 400 kB. */
const MAX_PAYLOAD_CHARS = 100_000;

/**
 * Stores a delivery that cannot be parsed or assigned, for an operator to inspect. A repeated delivery is stored
 * once. The metric counts the log line.
 */
export const quarantine = async (
  source: string,
  reason: string,
  payload: string,
  nowMs: number,
): Promise<void> => {
  await commit([
    globalTable.put(
      Quarantine,
      {
        source,
        id: sha256(payload),
        reason: reason.slice(0, 500),
        payload: payload.slice(0, MAX_PAYLOAD_CHARS),
        at: toInstant(nowMs),
      },
      'any',
      nowMs,
    ),
  ]);
  log.warn('delivery quarantined', { metric: 'quarantined', source, reason: reason.slice(0, 200) });
};
