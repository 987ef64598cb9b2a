import type { Flow as FlowFields, FlowGraph } from '@prosa/shared/entities/flow.ts';
import { uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import { FLOWS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Flow, FlowDraft } from '../../platform/table/entities/flows.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import { uniqueItems } from '../rows/unique-values.ts';

export type FlowRow = Row<typeof Flow>;
export type DraftRow = Row<typeof FlowDraft>;

const { pk: FLOWS_PK } = keys.flow({ id: 0 });

/** Returns a flow without its graph. One consistent read. */
export const loadFlow = (table: Table, id: number): Promise<FlowRow | undefined> =>
  table.get(Flow, { id }, { consistent: true });

/** Returns a flow with its draft. One consistent batch read: a unit for every 4 kB. */
export const loadFlowWithDraft = async (
  table: Table,
  id: number,
): Promise<{ flow: FlowRow; draft: DraftRow } | undefined> => {
  const [flow, draft] = await table.getRaw(
    [table.keyOf(Flow, { id }), table.keyOf(FlowDraft, { flowId: id })],
    { consistent: true },
  );
  return flow === undefined || draft === undefined
    ? undefined
    : { flow: parseRow(Flow, flow), draft: parseRow(FlowDraft, draft) };
};

/** Returns flows, the newest first. One query of all of a company's flows: at most seven read units. */
export const readFlows = (
  table: Table,
  { search, after, limit }: { search: string; after?: string | undefined; limit: number },
): Promise<Page<FlowRow>> =>
  table.query(Flow, {
    pk: FLOWS_PK,
    order: 'desc',
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    maxExamined: FLOWS_MAX + 1,
    consistent: true,
    ...(search === '' ? {} : { pageSize: FLOWS_MAX + 1 }),
    filter: ({ name }) => normalizeForSearch(name).includes(search),
  });

/** Returns all flows of a company by id. One query. */
export const loadFlows = async (table: Table): Promise<Map<number, FlowRow>> => {
  const { rows } = await table.query(Flow, { pk: FLOWS_PK, limit: FLOWS_MAX + 1, consistent: true });
  return new Map(rows.map((row) => [row.id, row]));
};

/** Whether a company has as many flows as it may have. */
export const hasAllFlows = async (table: Table): Promise<boolean> =>
  (await loadFlows(table)).size >= FLOWS_MAX;

/**
 * Returns the writes that create, change or remove a flow, with the marker of its name.
 * @param before as read; its version guards the write
 */
export const flowItems = (
  table: Table,
  before: FlowRow | undefined,
  after: FlowFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('no flow');
  return [
    after === undefined
      ? table.delete(Flow, { id }, before?.version)
      : table.put(
          Flow,
          { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
          before?.version ?? 'absent',
          nowMs,
        ),
    ...uniqueItems(
      table,
      'flowName',
      id,
      {
        ...(before && { before: uniqueName(before.name) }),
        ...(after && { after: uniqueName(after.name) }),
      },
      nowMs,
    ),
  ];
};

/** Returns which of these flows do not exist. A consistent batch read of a unit for each; nothing for none. */
export const missingFlows = async (table: Table, ids: readonly number[]): Promise<Set<number>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Set();
  const found = await table.getMany(
    Flow,
    wanted.map((id) => ({ id })),
    { consistent: true },
  );
  return new Set(wanted.filter((_id, index) => found[index] === undefined));
};

/** Returns the writes that make the transaction of what starts these flows fail on `Flow` if one was removed. */
export const flowsExistItems = (table: Table, ids: readonly (number | null)[]): WriteItem[] =>
  [...new Set(ids)].flatMap((id) => (id === null ? [] : [table.check(Flow, { id }, 'exists')]));

/**
 * Returns the write of a flow's draft.
 * @param before as read; undefined for a new flow
 */
export const draftItem = (
  table: Table,
  flow: Pick<FlowFields, 'companyId' | 'id'>,
  before: DraftRow | undefined,
  { nodes, connections }: FlowGraph,
  nowMs: number,
): WriteItem =>
  table.put(
    FlowDraft,
    {
      companyId: flow.companyId,
      flowId: flow.id,
      nodes,
      connections,
      ...(before && { rowCreatedAt: before.rowCreatedAt }),
    },
    before?.version ?? 'absent',
    nowMs,
  );
