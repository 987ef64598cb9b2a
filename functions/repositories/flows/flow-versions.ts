import type { Row } from '../../platform/table/define-entity.ts';
import { Flow, FlowVersion } from '../../platform/table/entities/flows.ts';
import type { Table } from '../../platform/table/table.ts';

export type FlowVersionRow = Row<typeof FlowVersion>;

/** Of at most 300 kB of JSON each. */
const VERSIONS_CACHED = 40;
const cached = new Map<string, FlowVersionRow>();

/**
 * Returns a published version of a flow, with its files; undefined if it was removed, with the flow or 30 days after
 * the next one was published. Cached by the process, because a version never changes: one read of a unit per 8 kB.
 */
export const loadFlowVersion = async (
  table: Table,
  flowId: number,
  number: number,
): Promise<FlowVersionRow | undefined> => {
  const id = `${table.companyId}:${flowId}:${number}`;
  const known = cached.get(id);
  if (known !== undefined) {
    cached.delete(id);
    cached.set(id, known);
    return known;
  }
  const version = await table.get(FlowVersion, { flowId, number });
  // A replica may not have a new version yet.
  const found = version ?? (await table.get(FlowVersion, { flowId, number }, { consistent: true }));
  if (found === undefined) return undefined;
  const [oldest] = cached.keys();
  if (cached.size >= VERSIONS_CACHED && oldest !== undefined) cached.delete(oldest);
  cached.set(id, found);
  return found;
};

/**
 * Returns the numbers of the versions with which conversations begin, by flow. Flows that do not exist, are not active
 * or were never published are left out. One consistent batch read: a unit for each flow, nothing for none.
 *
 * The phrases that may start a flow are in the directory (`flowPhrases`), and the flows of a connection in its row.
 */
export const loadFlowsToStart = async (
  table: Table,
  flowIds: readonly number[],
): Promise<Map<number, number>> => {
  const wanted = [...new Set(flowIds)].map((id) => ({ id }));
  if (wanted.length === 0) return new Map();
  const flows = await table.getMany(Flow, wanted, { consistent: true });
  return new Map(
    flows.flatMap((flow) =>
      flow?.active === true && flow.published > 0 ? [[flow.id, flow.published] as const] : [],
    ),
  );
};
