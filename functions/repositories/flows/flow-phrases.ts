import type { FlowPhrase as PhraseFields } from '@prosa/shared/entities/flow.ts';
import { FLOW_PHRASES_MAX } from '@prosa/shared/rules/flow-limits.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { FlowPhrase } from '../../platform/table/entities/flows.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { flowsExistItems } from './flows.ts';

export type PhraseRow = Row<typeof FlowPhrase>;

/** Returns a phrase. One consistent read. */
export const loadFlowPhrase = (table: Table, id: number): Promise<PhraseRow | undefined> =>
  table.get(FlowPhrase, { id }, { consistent: true });

const { pk, sk } = keys.flowPhrase({ id: 0 });
const PREFIX = sk.slice(0, sk.indexOf('#') + 1);

/**
 * Returns all phrases of a company, the newest first. One query: a unit for every 4 kB. Whoever stores messages reads
 * them from the directory instead (`flowPhrases`).
 */
export const loadFlowPhrases = async (table: Table): Promise<PhraseRow[]> => {
  const { rows } = await table.query(FlowPhrase, {
    pk,
    prefix: PREFIX,
    order: 'desc',
    limit: FLOW_PHRASES_MAX + 1,
    consistent: true,
  });
  return rows;
};

/**
 * Returns the writes that create, change or remove a phrase; they fail on `Flow` if the phrase's flow is gone. Call
 * `forgetDirectory` after the commit.
 * @param before as read; its version guards the write
 */
export const phraseItems = (
  table: Table,
  before: PhraseRow | undefined,
  after: PhraseFields | undefined,
  nowMs: number,
): WriteItem[] => {
  if (after === undefined) {
    if (before === undefined) throw new Error('no phrase');
    return [table.delete(FlowPhrase, before, before.version)];
  }
  return [
    table.put(
      FlowPhrase,
      { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
      before?.version ?? 'absent',
      nowMs,
    ),
    ...flowsExistItems(table, [after.flowId]),
  ];
};
