import type { Assistant, AssistantHealth as HealthFields } from '@prosa/shared/entities/assistant.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { AssistantHealth } from '../../platform/table/entities/assistants.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import type { HealthRows } from '../services/circuit-breaker.ts';

type HealthRow = Row<typeof AssistantHealth>;

/** Returns how an assistant's provider answers; undefined before its first failure. One consistent read. */
export const loadHealth = (table: Table, assistantId: number): Promise<HealthRow | undefined> =>
  table.get(AssistantHealth, { assistantId }, { consistent: true });

/** Returns how the providers of a company's assistants answer, by the assistant's id. One consistent query. */
export const listHealths = async (table: Table): Promise<Map<number, HealthRow>> => {
  const raw = await table.queryAll(keys.assistantHealth({ assistantId: 0 }).pk, { consistent: true });
  const rows = raw.map((row) => parseRow(AssistantHealth, row));
  return new Map(rows.map((row) => [row.assistantId, row]));
};

/**
 * Returns the write of how an assistant's provider answers.
 * @param before as read; its version guards the write. Undefined if there was no row
 */
const healthItem = (
  table: Table,
  before: HealthRow | undefined,
  after: HealthFields,
  nowMs: number,
): WriteItem =>
  table.put(
    AssistantHealth,
    { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
    before?.version ?? 'absent',
    nowMs,
  );

/** Returns the row of how an assistant's provider answers, for its circuit breaker. */
export const assistantHealth = (
  table: Table,
  { companyId, id: assistantId }: Pick<Assistant, 'companyId' | 'id'>,
): HealthRows<HealthRow> => ({
  load: () => loadHealth(table, assistantId),
  item: (before, { failures, pausedUntil }, nowMs) =>
    healthItem(table, before, { companyId, assistantId, failures, pausedUntil }, nowMs),
  service: { assistantId },
});
