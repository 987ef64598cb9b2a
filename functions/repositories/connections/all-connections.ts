import { CONNECTIONS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Company, DirectoryQueue } from '../../platform/table/entities/companies.ts';
import { Connection, ConnectionState } from '../../platform/table/entities/connections.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { globalTable, openTable, type Page, type Table } from '../../platform/table/table.ts';
import type { ConnectionRow } from './connections.ts';

/** A connection of any company, with the data displayed with it. */
export interface ConnectionOfAny {
  connection: ConnectionRow;
  state: Row<typeof ConnectionState> | undefined;
  queues: ReadonlyMap<number, Row<typeof DirectoryQueue>>;
  company: { id: number; name: string };
}

const tableOf = ({ companyId }: ConnectionRow): Table =>
  openTable(systemPrincipal('all-companies', companyId).companyId);

/**
 * Returns a page of the connections of all companies, by company and id, for the operators of the installation only.
 * Two steps of calls: the index, at half a read unit for every 4 kB of texts, and half a unit for each displayed
 * state, company and queue.
 * @param after `next` of the page before
 */
export const listConnectionsOfAll = async (after: string | undefined): Promise<Page<ConnectionOfAny>> => {
  const { rows: connections, ...position } = await globalTable.query(Connection, {
    index: 'g2',
    pk: keys.global.connectionOfAny({ companyId: 0, id: 0 }).pk,
    limit: CONNECTIONS_PER_PAGE,
    lookAhead: true,
    ...(after === undefined ? {} : { after }),
  });
  const [states, companies, queues] = await Promise.all([
    globalTable.getRaw(
      connections.map((one) => tableOf(one).keyOf(ConnectionState, { connectionId: one.id })),
    ),
    globalTable.getRaw(connections.map((one) => tableOf(one).keyOf(Company, {}))),
    globalTable.getRaw(
      connections.flatMap((one) => one.queueIds.map((id) => tableOf(one).keyOf(DirectoryQueue, { id }))),
    ),
  ]);
  const shown = queues.flatMap((raw) => (raw === undefined ? [] : [parseRow(DirectoryQueue, raw)]));
  const rows = connections.map((connection, index): ConnectionOfAny => {
    const { companyId } = connection;
    const [state, company] = [states[index], companies[index]];
    return {
      connection,
      state: state === undefined ? undefined : parseRow(ConnectionState, state),
      queues: new Map(
        shown.filter((queue) => queue.companyId === companyId).map((queue) => [queue.id, queue]),
      ),
      company: { id: companyId, name: company === undefined ? '' : parseRow(Company, company).name },
    };
  });
  return { ...position, rows };
};
