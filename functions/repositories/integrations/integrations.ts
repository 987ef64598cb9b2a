import {
  directoryIntegrationSchema,
  type Integration as IntegrationFields,
} from '@prosa/shared/entities/integration.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import {
  DirectoryIntegration,
  Integration,
  IntegrationHealth,
} from '../../platform/table/entities/integrations.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import { flowsExistItems } from '../flows/flows.ts';

export type IntegrationRow = Row<typeof Integration>;

/** Returns an integration. One consistent read. */
export const loadIntegration = (table: Table, id: number): Promise<IntegrationRow | undefined> =>
  table.get(Integration, { id }, { consistent: true });

/**
 * Returns the integrations of a company by id. One consistent query: a unit for every 4 kB, of which a key file takes
 * about one.
 */
export const listIntegrations = async (table: Table): Promise<IntegrationRow[]> =>
  (await table.queryAll(keys.integration({ id: 0 }).pk, { consistent: true })).map((raw) =>
    parseRow(Integration, raw),
  );

/**
 * Returns the writes that create, change or remove an integration: its full row and its brief form for the directory;
 * they fail on `Flow` if the integration's flow is gone. The only way to write integrations. Call
 * `forgetDirectory` after the commit.
 * @param before as read; its version guards the write
 */
export const integrationItems = (
  table: Table,
  before: IntegrationRow | undefined,
  after: IntegrationFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('no integration');
  if (after === undefined)
    return [
      table.delete(Integration, { id }, before?.version),
      table.delete(DirectoryIntegration, { id }),
      table.delete(IntegrationHealth, { integrationId: id }),
    ];
  return [
    table.put(
      Integration,
      { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
      before?.version ?? 'absent',
      nowMs,
    ),
    table.put(DirectoryIntegration, directoryIntegrationSchema.parse(after), 'any', nowMs),
    ...flowsExistItems(table, [after.flowId]),
  ];
};

/** Returns which of these integrations exist. A consistent batch read of a unit for each; nothing for none. */
export const existingIntegrations = async (table: Table, ids: Iterable<number>): Promise<Set<number>> => {
  const wanted = [...new Set(ids)].map((id) => ({ id }));
  if (wanted.length === 0) return new Set();
  const found = await table.getMany(DirectoryIntegration, wanted, { consistent: true });
  return new Set(found.flatMap((integration) => integration?.id ?? []));
};

/** Returns the writes that make the transaction of what names these integrations fail if one was removed. */
export const integrationsExistItems = (table: Table, ids: Iterable<number>): WriteItem[] =>
  [...new Set(ids)].map((id) => table.check(Integration, { id }, 'exists'));

const { pk: DIRECTORY_PK, sk } = keys.directoryIntegration({ id: 0 });
const PREFIX = sk.slice(0, sk.indexOf('#') + 1);

/** Returns the integrations that begin a flow. One consistent query. */
export const integrationsWithFlow = async (
  table: Table,
  flowId: number,
): Promise<Row<typeof DirectoryIntegration>[]> => {
  const { rows } = await table.query(DirectoryIntegration, {
    pk: DIRECTORY_PK,
    prefix: PREFIX,
    limit: Number.MAX_SAFE_INTEGER,
    filter: (integration) => integration.flowId === flowId,
    consistent: true,
  });
  return rows;
};
