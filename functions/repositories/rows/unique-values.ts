import type { WriteItem } from '../../platform/table/commit.ts';
import { Unique } from '../../platform/table/entities/counters.ts';
import type { Table } from '../../platform/table/table.ts';

/** Kinds of values that are unique within a company. */
export type UniqueKind =
  | 'tagName'
  | 'laneName'
  | 'queueName'
  | 'queueColor'
  | 'connectionName'
  | 'sharedShortcode'
  | 'ownShortcode'
  | 'listedNumber'
  | 'flowName'
  | 'directChat';

/**
 * Returns the writes of the markers for a unique value that is created, changed or removed; they fail the transaction
 * if another row has the value.
 * @param values in comparable form; undefined means no value
 */
export const uniqueItems = (
  table: Table,
  kind: UniqueKind,
  ownerId: number,
  values: { before?: string; after?: string },
  nowMs: number,
): WriteItem[] => {
  const { before, after } = values;
  if (before === after) return [];
  const { companyId } = table;
  if (companyId === null) throw new Error('unique values belong to a company');
  return [
    ...(before === undefined ? [] : [table.delete(Unique, { kind, value: before })]),
    ...(after === undefined
      ? []
      : [table.put(Unique, { companyId, kind, value: after, ownerId }, 'absent', nowMs)]),
  ];
};
