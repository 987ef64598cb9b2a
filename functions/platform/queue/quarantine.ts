import { toInstant } from '../clock.ts';
import { sha256 } from '../ids.ts';
import { log } from '../log.ts';
import { commit } from '../table/commit.ts';
import { Quarantine } from '../table/entities/work.ts';
import { globalTable } from '../table/table.ts';

/** A row holds 400 kB. */
const MAX_PAYLOAD_CHARS = 100_000;

/**
 * Keeps a delivery that cannot be understood or placed, for an operator to look at; a repeated one is kept once. The
 * log line is what the metric counts.
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
