import type { IntegrationHealth as HealthFields, Integration } from '@prosa/shared/entities/integration.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { IntegrationHealth } from '../../platform/table/entities/integrations.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import type { HealthRows } from '../services/circuit-breaker.ts';

type HealthRow = Row<typeof IntegrationHealth>;

/** Returns how an integration's service answers; undefined before its first failure. One consistent read. */
export const loadHealth = (table: Table, integrationId: number): Promise<HealthRow | undefined> =>
  table.get(IntegrationHealth, { integrationId }, { consistent: true });

/** Returns how the services of a company's integrations answer, by the integration's id. One consistent query. */
export const listHealths = async (table: Table): Promise<Map<number, HealthRow>> => {
  const raw = await table.queryAll(keys.integrationHealth({ integrationId: 0 }).pk, { consistent: true });
  const rows = raw.map((row) => parseRow(IntegrationHealth, row));
  return new Map(rows.map((row) => [row.integrationId, row]));
};

/**
 * Returns the write of how an integration's service answers.
 * @param before as read; its version guards the write. Undefined if there was no row
 */
export const healthItem = (
  table: Table,
  before: HealthRow | undefined,
  after: HealthFields,
  nowMs: number,
): WriteItem =>
  table.put(
    IntegrationHealth,
    { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
    before?.version ?? 'absent',
    nowMs,
  );

/** Returns the row of how an integration's service answers, for its circuit breaker. */
export const integrationHealth = (
  table: Table,
  { companyId, id: integrationId }: Pick<Integration, 'companyId' | 'id'>,
): HealthRows<HealthRow> => ({
  load: () => loadHealth(table, integrationId),
  item: (before, { failures, pausedUntil }, nowMs) =>
    healthItem(table, before, { companyId, integrationId, failures, pausedUntil }, nowMs),
  service: { integrationId },
});
