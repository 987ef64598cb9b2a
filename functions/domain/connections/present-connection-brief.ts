import type { connectionBriefSchema, connectionSessionSchema } from '@prosa/shared/contracts/connections.ts';
import { toFlag } from '@prosa/shared/contracts/fields.ts';
import type { Connection, ConnectionState } from '@prosa/shared/entities/connection.ts';
import type * as z from 'zod';

/** Presents a connection with the fields that every attendant may see. */
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

/** Presents the live state of a connection, for users who manage connections. */
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
