import type { AssistantCorrection as CorrectionFields } from '@prosa/shared/entities/assistant-knowledge.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { AssistantCorrection } from '../../platform/table/entities/assistants.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';

export type CorrectionRow = Row<typeof AssistantCorrection>;

/** Rows of one transaction. */
const REMOVED_AT_ONCE = 50;

/** Returns a correction of an assistant. One consistent read. */
export const loadCorrection = (
  table: Table,
  assistantId: number,
  id: number,
): Promise<CorrectionRow | undefined> =>
  table.get(AssistantCorrection, { assistantId, id }, { consistent: true });

/**
 * Returns the corrections of an assistant, the newest first. One consistent query: a unit for every 4 kB, with 200 of
 * usual length about 20.
 */
export const listCorrections = async (table: Table, assistantId: number): Promise<CorrectionRow[]> =>
  (await table.queryAll(keys.assistantCorrection({ assistantId, id: 0 }).pk, { consistent: true }))
    .map((raw) => parseRow(AssistantCorrection, raw))
    .toReversed();

/**
 * Returns the write that creates or changes a correction.
 * @param before as read; its version guards the write
 */
export const correctionItem = (
  table: Table,
  before: CorrectionRow | undefined,
  after: CorrectionFields,
  nowMs: number,
): WriteItem =>
  table.put(
    AssistantCorrection,
    { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
    before?.version ?? 'absent',
    nowMs,
  );

/** Returns the write that removes a correction. */
export const correctionRemovalItem = (table: Table, { assistantId, id, version }: CorrectionRow): WriteItem =>
  table.delete(AssistantCorrection, { assistantId, id }, version);

/**
 * Removes all corrections of an assistant that was removed, in several transactions. Corrections that a crash leaves
 * behind cannot be read: every read of them starts from the assistant, and ids are never reused.
 */
export const removeCorrections = async (table: Table, assistantId: number): Promise<void> => {
  const rows = await listCorrections(table, assistantId);
  for (let start = 0; start < rows.length; start += REMOVED_AT_ONCE) {
    const some = rows.slice(start, start + REMOVED_AT_ONCE);
    await commit(some.map(({ id }) => table.delete(AssistantCorrection, { assistantId, id })));
  }
};
