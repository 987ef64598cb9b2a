import type { CompanyId } from '../../platform/auth/company-id.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';
import { examineLanes, loadTag, tagItems } from './tags.ts';

/**
 * Removes a deleted column from the columns that name it as the next one, or as the one to go back to, each in a
 * transaction of its own. Until then these rules do nothing, because the engine finds no such column. Idempotent.
 */
export const forgetLaneReferences = async (
  table: Table,
  companyId: CompanyId,
  laneId: number,
  nowMs: number,
): Promise<void> => {
  const { lanes } = await examineLanes(table);
  const naming = lanes.filter((lane) => lane.nextLaneId === laneId || lane.rollbackLaneId === laneId);
  for (const { id } of naming)
    await retryOnConflict(async () => {
      const lane = await loadTag(table, id);
      if (lane === undefined) return;
      const { nextLaneId, rollbackLaneId } = lane;
      const after = {
        ...lane,
        nextLaneId: nextLaneId === laneId ? null : nextLaneId,
        rollbackLaneId: rollbackLaneId === laneId ? null : rollbackLaneId,
      };
      await commit(tagItems(table, lane, after, nowMs));
    });
  if (naming.length > 0) forgetDirectory(companyId);
};
