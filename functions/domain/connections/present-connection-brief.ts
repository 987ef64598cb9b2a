import type { connectionBriefSchema, connectionSessionSchema } from '@prosa/shared/contracts/connections.ts';
import { toFlag } from '@prosa/shared/contracts/fields.ts';
import type { Connection, ConnectionState } from '@prosa/shared/entities/connection.ts';
import type * as z from 'zod';

/** A connection as every attendant sees it. */
export const presentConnectionBrief = (
  connection: Pick<Connection, 'id' | 'name' | 'channel' | 'isDefault' | 'groupAsTicket'>,
  state: Pick<ConnectionState, 'status'> | undefined,
): z.infer<typeof connectionBriefSchema> => ({
  id: connection.id,
  name: connection.name,
  channel: connection.channel,
  isDefault: connection.isDefault,
  status: state?.status ?? 'DISCONNECTED',
  groupAsTicket: toFlag(connection.groupAsTicket),
});

/** The live side of a connection, for who manages it. */
export const presentConnectionSession = (
  state: ConnectionState,
): z.infer<typeof connectionSessionSchema> => ({
  id: state.connectionId,
  status: state.status,
  qrcode: state.qrcode,
  retries: state.retries,
  number: state.number,
  reason: state.reason,
  updatedAt: state.changedAt,
});
