import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { DirectoryVersion } from '../../platform/table/entities/companies.ts';
import { FlowDraft, FlowFigures, FlowVersion } from '../../platform/table/entities/flows.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { writeBatch } from '../../platform/table/write-batch.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';
import { loadConnections } from '../connections/connections.ts';
import { integrationsWithFlow } from '../integrations/integrations.ts';
import { releaseFlowFiles } from './flow-files.ts';
import { loadFlowPhrases } from './flow-phrases.ts';
import { type FlowRow, flowItems } from './flows.ts';

/** Longer than a request that saves the flow may still be at work. */
const REMOVAL_AFTER_MS = 60_000;

/** What starts a flow, as the refusal of its removal names it. */
export interface FlowUse {
  kind: 'phrase' | 'connection' | 'integration';
  id: number;
  name: string;
}

/** Returns what starts a flow. Three queries. */
const usesOf = async (table: Table, flowId: number): Promise<FlowUse[]> => {
  const [phrases, connections, integrations] = await Promise.all([
    loadFlowPhrases(table),
    loadConnections(table),
    integrationsWithFlow(table, flowId),
  ]);
  return [
    ...phrases
      .filter((phrase) => phrase.flowId === flowId)
      .map(({ id, name }): FlowUse => ({ kind: 'phrase', id, name })),
    ...connections
      .filter(({ flowIdWelcome, flowIdNotPhrase }) => [flowIdWelcome, flowIdNotPhrase].includes(flowId))
      .map(({ id, name }): FlowUse => ({ kind: 'connection', id, name })),
    ...integrations.map(({ id, name }): FlowUse => ({ kind: 'integration', id, name })),
  ];
};

/**
 * Returns what starts a flow, and the write that makes a transaction fail if that has changed meanwhile: every write of a
 * connection, a phrase or an integration raises the version of the directory.
 */
export const examineUses = async (
  table: Table,
  flowId: number,
): Promise<{ uses: FlowUse[]; unchanged: WriteItem }> => {
  const version = await table.get(DirectoryVersion, {}, { consistent: true });
  const uses = await usesOf(table, flowId);
  const holds = version === undefined ? 'absent' : { version: version.version };
  return { uses, unchanged: table.check(DirectoryVersion, {}, holds) };
};

/** Returns the writes that remove a flow and its draft, and later its versions, figures and files. */
export const flowRemovalItems = (
  table: Table,
  flow: FlowRow,
  ports: { ids: Ids; nowMs: number },
): WriteItem[] => [
  ...flowItems(table, flow, undefined, ports.nowMs),
  table.delete(FlowDraft, { flowId: flow.id }, 'exists'),
  setTimerItem(
    table,
    { kind: 'flow-removal', subject: flow.id, dueAt: ports.nowMs + REMOVAL_AFTER_MS },
    ports,
  ),
];

/** Rows removed at a time; a version has up to 300 kB. */
const VERSIONS_AT_ONCE = 5;
const FIGURES_AT_ONCE = 200;

/**
 * Removes what is left of a removed flow, for as long as `isInTime` says. May be repeated and interrupted.
 * @returns whether everything is gone
 */
export const removeRestOfFlow = async (
  table: Table,
  flowId: number,
  isInTime: () => boolean,
  ports: { ids: Ids; nowMs: number },
): Promise<boolean> => {
  while (isInTime()) {
    const [versions, figures] = await Promise.all([
      table.query(FlowVersion, {
        pk: keys.flowVersion({ flowId, number: 0 }).pk,
        limit: VERSIONS_AT_ONCE,
        consistent: true,
      }),
      table.query(FlowFigures, {
        pk: keys.flowFigures({ flowId, day: '', from: '' }).pk,
        limit: FIGURES_AT_ONCE,
        consistent: true,
      }),
    ]);
    await writeBatch([
      ...versions.rows.map((row) => table.delete(FlowVersion, row)),
      ...figures.rows.map((row) => table.delete(FlowFigures, row)),
    ]);
    const hasNoFiles = await releaseFlowFiles(table, flowId, ports);
    if (hasNoFiles && versions.rows.length === 0 && figures.rows.length === 0) return true;
  }
  return false;
};
