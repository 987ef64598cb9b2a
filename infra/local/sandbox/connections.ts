import { systemPrincipal } from '@prosa/functions/platform/auth/principal.ts';
import { Company } from '@prosa/functions/platform/table/entities/companies.ts';
import { Connection, ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable, openTable, type Table } from '@prosa/functions/platform/table/table.ts';

const MAX_CONNECTIONS = 1000;

export interface ConnectionRef {
  companyId: number;
  connectionId: number;
}

export interface ListedConnection extends ConnectionRef {
  id: number;
  company: string;
  name: string;
  status: string;
  qrcode: string;
  /** Whether the connection receives group messages. */
  allowGroup: boolean;
}

const tableOf = (companyId: number): Table => openTable(systemPrincipal('sandbox', companyId).companyId);

const readState = (ref: ConnectionRef) =>
  tableOf(ref.companyId).get(ConnectionState, { connectionId: ref.connectionId }, { consistent: true });

/** Returns the QR code that a connection shows now; empty for none. */
export const readQrCode = async (ref: ConnectionRef): Promise<string> => (await readState(ref))?.qrcode ?? '';

/** Returns all WhatsApp connections of all companies, for the sandbox's page. */
export const listConnections = async (): Promise<ListedConnection[]> => {
  const { pk } = keys.global.sessionShard({ shard: 0, companyId: 0, id: 0 });
  const { rows } = await globalTable.query(Connection, { pk, index: 'g1', limit: MAX_CONNECTIONS });
  return Promise.all(
    rows.map(async ({ companyId, id, name, allowGroup }) => {
      const [company, state] = await Promise.all([
        tableOf(companyId).get(Company, {}),
        readState({ companyId, connectionId: id }),
      ]);
      return {
        companyId,
        connectionId: id,
        id,
        company: company?.name ?? '',
        name,
        status: state?.status ?? 'DISCONNECTED',
        qrcode: state?.qrcode ?? '',
        allowGroup,
      };
    }),
  );
};
