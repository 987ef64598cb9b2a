import { channelOf, takesCommands } from '../../channels/channels.ts';
import type { Line } from '../../domain/campaigns/campaign-beat.ts';
import { campaignLine } from '../../domain/campaigns/campaign-line.ts';
import { Connection, ConnectionHealth, ConnectionState } from '../../platform/table/entities/connections.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';

/** Returns a connection as campaigns see it; undefined if it was removed. One batch read of three rows. */
export const loadCampaignLine = async (
  table: Table,
  connectionId: number,
  nowMs: number,
): Promise<Line | undefined> => {
  const [connection, state, health] = await table.getRaw([
    table.keyOf(Connection, { id: connectionId }),
    table.keyOf(ConnectionState, { connectionId }),
    table.keyOf(ConnectionHealth, { connectionId }),
  ]);
  if (connection === undefined) return undefined;
  const row = parseRow(Connection, connection);
  return campaignLine(
    { channel: channelOf(row), isStarted: takesCommands(row), rowCreatedAt: row.rowCreatedAt },
    state === undefined ? undefined : parseRow(ConnectionState, state),
    health === undefined ? undefined : parseRow(ConnectionHealth, health),
    nowMs,
  );
};
