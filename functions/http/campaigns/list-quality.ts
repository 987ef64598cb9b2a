import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { channelOf } from '../../channels/channels.ts';
import { qualityOf } from '../../domain/campaigns/quality.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadSendingLimits } from '../../repositories/campaigns/sending-limits.ts';

/** Returns the quality of each connection that campaigns can use. One query and one read for each. */
export const listQuality: RouteHandler<typeof campaignRoutes.listQuality> = async ({ principal, clock }) => {
  const { companyId, directory } = principal;
  const { timeZone } = directory.company;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const reaching = [...directory.connections.values()]
    .filter((connection) => channelOf(connection).reachedBy === 'phone')
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  return Promise.all(
    reaching.map(async (connection) => {
      const limits = await loadSendingLimits(table, connection, timeZone, nowMs);
      return {
        whatsappId: connection.id,
        name: connection.name,
        ...limits.recent,
        quality: qualityOf(limits.recent),
        capOfDay: limits.capOfDay ?? null,
        sentToday: limits.sentToday,
      };
    }),
  );
};
