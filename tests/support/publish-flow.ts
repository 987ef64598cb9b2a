import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Flow, FlowVersion } from '@prosa/functions/platform/table/entities/flows.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import type { FlowVersion as Version } from '@prosa/shared/entities/flow.ts';

let flowIds = 0;

/** Publishes a version of a flow, without its draft. Returns the id of the flow. */
export const publishFlow = async (
  { table, id: companyId, admin }: { table: Table; id: number; admin: { id: number } },
  version: Version,
  flowId = ++flowIds,
): Promise<number> => {
  const { number } = version;
  const row = { companyId, id: flowId, name: `Fluxo ${flowId}`, active: true, createdById: admin.id };
  await commit([
    table.put(Flow, { ...row, published: number }, 'any'),
    table.put(FlowVersion, { ...version, companyId, flowId }, 'absent'),
  ]);
  return flowId;
};
