import { assistantsOf } from '../../domain/flows/assistants-of.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { DirectoryVersion } from '../../platform/table/entities/companies.ts';
import { FlowDraft, FlowVersion } from '../../platform/table/entities/flows.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadConnections } from '../connections/connections.ts';
import { type FlowRow, loadFlows } from '../flows/flows.ts';

/** What names an assistant, as the refusal of its removal says. */
export interface AssistantUse {
  kind: 'connection' | 'flow';
  id: number;
  name: string;
}

/** Flows read at a time; a draft and a version have up to 300 kB each. */
const FLOWS_AT_ONCE = 10;

/** Whether the draft or the current version of each flow names an assistant, in the order of the flows. */
const areNaming = async (
  table: Table,
  flows: readonly FlowRow[],
  assistantId: number,
): Promise<boolean[]> => {
  const [drafts, versions] = await Promise.all([
    table.getMany(
      FlowDraft,
      flows.map(({ id }) => ({ flowId: id })),
      { consistent: true },
    ),
    table.getMany(
      FlowVersion,
      flows.map(({ id, published }) => ({ flowId: id, number: published })),
      { consistent: true },
    ),
  ]);
  return flows.map((_flow, index) =>
    [drafts[index], versions[index]].some(
      (graph) => graph !== undefined && assistantsOf(graph).includes(assistantId),
    ),
  );
};

/**
 * Returns the flows that have a step with an assistant, in their draft or their current version. One query, and a read unit for
 * every 4 kB of drafts and versions.
 */
const flowsNaming = async (table: Table, assistantId: number): Promise<FlowRow[]> => {
  const flows = [...(await loadFlows(table)).values()];
  const naming: FlowRow[] = [];
  for (let start = 0; start < flows.length; start += FLOWS_AT_ONCE) {
    const some = flows.slice(start, start + FLOWS_AT_ONCE);
    const names = await areNaming(table, some, assistantId);
    naming.push(...some.filter((_flow, index) => names[index] === true));
  }
  return naming;
};

const usesOf = async (table: Table, assistantId: number): Promise<AssistantUse[]> => {
  const [connections, flows] = await Promise.all([loadConnections(table), flowsNaming(table, assistantId)]);
  return [
    ...connections
      .filter(({ promptId }) => promptId === assistantId)
      .map(({ id, name }): AssistantUse => ({ kind: 'connection', id, name })),
    ...flows.map(({ id, name }): AssistantUse => ({ kind: 'flow', id, name })),
  ];
};

/**
 * Returns what names an assistant, and the write that makes a transaction fail if that has changed meanwhile: every write
 * of a connection, and the publication of a flow that names an assistant, raises the version of the directory. To be
 * committed with the removal.
 */
export const examineAssistantUses = async (
  table: Table,
  assistantId: number,
): Promise<{ uses: AssistantUse[]; unchanged: WriteItem }> => {
  const version = await table.get(DirectoryVersion, {}, { consistent: true });
  const uses = await usesOf(table, assistantId);
  const holds = version === undefined ? 'absent' : { version: version.version };
  return { uses, unchanged: table.check(DirectoryVersion, {}, holds) };
};
