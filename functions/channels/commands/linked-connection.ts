import type { Table } from '../../platform/table/table.ts';
import { credentialsOf } from '../../repositories/connections/connection-credentials.ts';
import { type ConnectionRow, loadConnection } from '../../repositories/connections/connections.ts';
import type { ChannelDriver, ProviderAccount, ProviderFailed } from '../driver.ts';
import { tellInbound } from './tell-inbound.ts';

/** A connection that can call its provider. */
export interface Linked {
  connection: ConnectionRow;
  driver: ChannelDriver;
  account: ProviderAccount;
}

export interface LinkPorts {
  table: Table;
  driverOf: (connection: Pick<ConnectionRow, 'channel'>) => ChannelDriver | undefined;
  /** When this attempt began, in epoch milliseconds. */
  nowMs: number;
}

/**
 * Tells that a connection has to be linked again; nothing if it was linked again during the call. One read.
 * @param connection as it was when its token was read
 */
export const tellDown = async (
  connection: ConnectionRow,
  { table }: Pick<LinkPorts, 'table'>,
  reason: Extract<ProviderFailed['remedy'], { does: 'relink' }>['because'],
): Promise<void> => {
  const now = await loadConnection(table, connection.id);
  if (now?.credentials?.sealed !== connection.credentials?.sealed) return;
  await tellInbound<'session'>(connection, '', {
    type: 'session',
    epoch: 0,
    status: 'DISCONNECTED',
    qrcode: '',
    retries: 0,
    reason,
  });
};

/** Returns the connection with its driver and token; undefined if it has none or the token has expired. */
export const linkedOf = async (connection: ConnectionRow, ports: LinkPorts): Promise<Linked | undefined> => {
  const { driverOf, nowMs } = ports;
  const driver = driverOf(connection);
  const credentials = await credentialsOf(connection, nowMs);
  const isExpired = credentials === undefined && connection.credentials !== null;
  if (isExpired) await tellDown(connection, ports, 'token-refused');
  if (driver === undefined || credentials === undefined) return undefined;
  const { companyId, id: connectionId, channel, accountId, businessId } = connection;
  const account = { channel, companyId, connectionId, accountId, businessId };
  return { connection, driver, account: { ...account, accessToken: credentials.accessToken } };
};
