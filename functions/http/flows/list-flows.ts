import type { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { filesOfFlow } from '@prosa/shared/flow-nodes/flow-files.ts';
import { FLOWS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentFlow, presentFlowFile } from '../../domain/presenters/present-flow.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { loadFlowFiles } from '../../repositories/flows/flow-files.ts';
import {
  type DraftRow,
  type FlowRow,
  loadFlow,
  loadFlowWithDraft,
  readFlows,
} from '../../repositories/flows/flows.ts';

/** Returns a flow. @throws AppError ERR_NO_FLOW_FOUND */
export const requireFlow = async (table: Table, id: number): Promise<FlowRow> => {
  const flow = await loadFlow(table, id);
  if (flow === undefined) throw new AppError('ERR_NO_FLOW_FOUND');
  return flow;
};

/** Returns a flow with its draft. @throws AppError ERR_NO_FLOW_FOUND */
export const requireDraft = async (table: Table, id: number): Promise<{ flow: FlowRow; draft: DraftRow }> => {
  const found = await loadFlowWithDraft(table, id);
  if (found === undefined) throw new AppError('ERR_NO_FLOW_FOUND');
  return found;
};

/** Lists flows. One query; see {@link readFlows}. */
export const listFlows: RouteHandler<typeof flowRoutes.list> = async ({ principal, query }) => {
  const search = normalizeForSearch(query.searchParam);
  const paging = await pagingOf(principal, 'flows', search, query);
  const table = openTable(principal.companyId);
  const page = await paging.read((after) => readFlows(table, { search, after, limit: FLOWS_PER_PAGE }));
  const flows = page.rows.map(presentFlow);
  return {
    flows,
    count: flows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

export const getFlow: RouteHandler<typeof flowRoutes.get> = async ({ principal, params }) => ({
  flow: presentFlow(await requireFlow(openTable(principal.companyId), params.id)),
});

/** Returns a flow with its draft. One batch read, and another if it has files. */
export const getGraph: RouteHandler<typeof flowRoutes.getGraph> = async ({ principal, params, clock }) => {
  const table = openTable(principal.companyId);
  const { flow, draft } = await requireDraft(table, params.id);
  const files = await loadFlowFiles(table, flow.id, filesOfFlow(draft));
  const link = files.size === 0 ? undefined : await mediaLinker(clock.now());
  return {
    flow: {
      ...presentFlow(flow),
      flow: { nodes: draft.nodes, connections: draft.connections },
      files: link === undefined ? [] : [...files.values()].map((file) => presentFlowFile(file, link)),
      version: draft.version,
    },
  };
};
