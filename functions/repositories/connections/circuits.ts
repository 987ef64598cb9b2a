import type { Row } from '../../platform/table/define-entity.ts';
import { Circuit, Connection } from '../../platform/table/entities/connections.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import type { ConnectionRow } from './connections.ts';

export type CircuitRow = Row<typeof Circuit>;

/**
 * Returns a connection with its texts and hours, and the circuit of its provider if the provider failed recently. One
 * consistent batch read: a unit for every 4 kB of the connection, and one for the circuit.
 */
export const loadConnectionWithCircuit = async (
  table: Table,
  connectionId: number,
): Promise<{ connection: ConnectionRow | undefined; circuit: CircuitRow | undefined }> => {
  const [connection, circuit] = await table.getRaw(
    [table.keyOf(Connection, { id: connectionId }), table.keyOf(Circuit, { connectionId })],
    { consistent: true },
  );
  return {
    connection: connection === undefined ? undefined : parseRow(Connection, connection),
    circuit: circuit === undefined ? undefined : parseRow(Circuit, circuit),
  };
};

/** Returns the circuit of a connection's provider; undefined without recent failures. One consistent read unit. */
export const loadCircuit = (table: Table, connectionId: number): Promise<CircuitRow | undefined> =>
  table.get(Circuit, { connectionId }, { consistent: true });
