import { integrationsOf } from '../../domain/queues/integrations-of.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { DirectoryVersion } from '../../platform/table/entities/companies.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadConnections } from '../connections/connections.ts';
import { loadWholeQueues } from '../organisation/queues.ts';

/** What names an integration, as the refusal of its removal says. An option has the id and name of its queue. */
export interface IntegrationUse {
  kind: 'queue' | 'option' | 'connection';
  id: number;
  name: string;
}

/** Returns what names an integration. Three queries. */
const usesOf = async (table: Table, integrationId: number): Promise<IntegrationUse[]> => {
  const [queues, connections] = await Promise.all([loadWholeQueues(table), loadConnections(table)]);
  return [
    ...queues
      .filter((queue) => queue.integrationId === integrationId)
      .map(({ id, name }): IntegrationUse => ({ kind: 'queue', id, name })),
    ...queues
      .filter(({ chatbots }) => integrationsOf(chatbots).includes(integrationId))
      .map(({ id, name }): IntegrationUse => ({ kind: 'option', id, name })),
    ...connections
      .filter((connection) => connection.integrationId === integrationId)
      .map(({ id, name }): IntegrationUse => ({ kind: 'connection', id, name })),
  ];
};

/**
 * Returns what names an integration, and the write that makes a transaction fail if that has changed meanwhile: every
 * write of a connection or a queue raises the version of the directory. To be committed with the removal.
 */
export const examineIntegrationUses = async (
  table: Table,
  integrationId: number,
): Promise<{ uses: IntegrationUse[]; unchanged: WriteItem }> => {
  const version = await table.get(DirectoryVersion, {}, { consistent: true });
  const uses = await usesOf(table, integrationId);
  const holds = version === undefined ? 'absent' : { version: version.version };
  return { uses, unchanged: table.check(DirectoryVersion, {}, holds) };
};
