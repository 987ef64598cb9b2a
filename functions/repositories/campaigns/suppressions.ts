import type { WriteItem } from '../../platform/table/commit.ts';
import type { Draft, Row } from '../../platform/table/define-entity.ts';
import { Suppression } from '../../platform/table/entities/campaigns.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, QueryOptions, Table } from '../../platform/table/table.ts';

export type SuppressionRow = Row<typeof Suppression>;

/**
 * Returns the suppressions of canonical numbers, by number. One read for each number.
 * @param options.consistent false: as of a second ago, at half the cost
 */
export const loadSuppressions = async (
  table: Table,
  numbers: readonly string[],
  options: { consistent: boolean } = { consistent: true },
): Promise<Map<string, SuppressionRow>> => {
  const rows = await table.getMany(
    Suppression,
    numbers.map((number) => ({ number })),
    options,
  );
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.number, row] as const])));
};

/** Returns suppressed numbers in their order. @param options.prefix the beginning of the canonical number */
export const listSuppressions = (
  table: Table,
  options: Omit<QueryOptions<SuppressionRow>, 'pk' | 'index'>,
): Promise<Page<SuppressionRow>> =>
  table.query(Suppression, { ...options, pk: keys.suppression({ number: '' }).pk });

/** Suppressed numbers up to which all are read together. */
const READ_TOGETHER = 1_000;

/**
 * Returns which canonical numbers are suppressed, as of a second ago. Half a read unit for about 25 suppressed numbers of the
 * company; if it has more than a thousand, 20 read units and half a unit for each number.
 */
export const suppressedAmong = async (
  table: Table,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows, next } = await listSuppressions(table, {
    limit: READ_TOGETHER,
    maxExamined: READ_TOGETHER,
    pageSize: READ_TOGETHER,
  });
  if (next === undefined) return new Set(rows.map(({ number }) => number));
  return new Set((await loadSuppressions(table, numbers, { consistent: false })).keys());
};

/** Returns the write of a suppressed number, guarded by the version that was read, or by its absence. */
export const suppressionItem = (
  table: Table,
  before: SuppressionRow | undefined,
  after: Draft<typeof Suppression>,
  nowMs: number,
): WriteItem & { op: 'put' } =>
  table.put(
    Suppression,
    { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt, version: before.version }) },
    before?.version ?? 'absent',
    nowMs,
  );

/** Returns the write that lets campaigns be sent to a number again. */
export const suppressionRemovalItem = (table: Table, { number, version }: SuppressionRow): WriteItem =>
  table.delete(Suppression, { number }, version);
