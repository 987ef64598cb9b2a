import type { Campaign } from '@prosa/shared/entities/campaign.ts';
import { estimateEnd } from '../../domain/campaigns/estimate-end.ts';
import type { Directory } from '../../platform/directory.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadProgresses } from './campaigns.ts';
import { loadSendingLimits } from './sending-limits.ts';
import { loadSendingRules } from './sending-rules.ts';

/**
 * Returns when each running campaign will probably have sent its last message, in epoch milliseconds; undefined for the
 * others, and for those that take over a year. No read unless one runs; then two, and two for each connection.
 */
export const loadCampaignEnds = async (
  { companyId, company: { timeZone }, connections }: Directory,
  campaigns: readonly Campaign[],
  nowMs: number,
): Promise<ReadonlyMap<number, number | undefined>> => {
  const running = campaigns.filter(({ status }) => status === 'running');
  if (running.length === 0) return new Map();
  const table = openTable(companyId);
  const used = [...new Set(running.map(({ connectionId }) => connectionId))].flatMap(
    (id) => connections.get(id) ?? [],
  );
  const [progresses, { pace, allowed }, limits] = await Promise.all([
    loadProgresses(
      table,
      running.map(({ id }) => id),
    ),
    loadSendingRules(table, timeZone),
    Promise.all(used.map((connection) => loadSendingLimits(table, connection, timeZone, nowMs))),
  ]);
  const limitsOf = new Map(used.map(({ id }, index) => [id, limits[index]]));
  return new Map(
    running.map(({ id, connectionId }) => {
      const { planned = 0, next = 0 } = progresses.get(id) ?? {};
      const { capOfDay, sentToday = 0 } = limitsOf.get(connectionId) ?? {};
      return [id, estimateEnd({ pace, allowed, messages: planned - next, capOfDay, sentToday }, nowMs)];
    }),
  );
};
