import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { FlowGraph, FlowMedia } from '@prosa/shared/entities/flow.ts';
import { FLOW_VERSIONS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { toInstant } from '../../platform/clock.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { FlowVersion } from '../../platform/table/entities/flows.ts';
import type { Table } from '../../platform/table/table.ts';
import { type FlowVersionRow, loadFlowVersion } from './flow-versions.ts';
import { type FlowRow, flowItems } from './flows.ts';

/** Returns the newest published version of a flow; undefined if there is none. */
export const newestVersion = async (
  table: Table,
  { id, published }: Pick<FlowRow, 'id' | 'published'>,
): Promise<FlowVersionRow | undefined> =>
  published === 0 ? undefined : loadFlowVersion(table, id, published);

/**
 * Returns the writes that publish a graph as a flow's next version; none if it is published already. The version before
 * is kept for 30 days, and of all at most 50.
 * @param newest as {@link newestVersion} returns it
 */
export const publishItems = (
  table: Table,
  flow: FlowRow,
  newest: FlowVersionRow | undefined,
  { nodes, connections, files }: FlowGraph & { files: Record<string, FlowMedia> },
  nowMs: number,
): WriteItem[] => {
  const graph = { nodes, connections, files };
  if (
    newest !== undefined &&
    isDeepEqual(graph, { nodes: newest.nodes, connections: newest.connections, files: newest.files })
  )
    return [];
  const number = flow.published + 1;
  const { companyId, id: flowId } = flow;
  return [
    ...flowItems(table, flow, { ...flow, published: number }, nowMs),
    table.put(FlowVersion, { companyId, flowId, number, ...graph }, 'absent', nowMs),
    ...(newest === undefined
      ? []
      : [table.put(FlowVersion, { ...newest, replacedAt: toInstant(nowMs) }, newest.version, nowMs)]),
    ...(number > FLOW_VERSIONS_MAX
      ? [table.delete(FlowVersion, { flowId, number: number - FLOW_VERSIONS_MAX })]
      : []),
  ];
};
