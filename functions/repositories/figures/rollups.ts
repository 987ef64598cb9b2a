import { incrementsOf, monthsAround, sumByDay, sumByMonth } from '../../domain/rollups/buckets.ts';
import type { Counts, Fact } from '../../domain/rollups/facts.ts';
import { toInstant } from '../../platform/clock.ts';
import { sha256 } from '../../platform/ids.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { CountedFact, Rollup } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import { addToRollupItem } from '../../platform/table/updates.ts';

/** Rows over which a company's sums of messages are spread: a row takes 500 transactional writes a second. */
const COMPANY_SHARDS = 4;
/** Facts per transaction of a hundred items: each adds a marker and at most two rows. */
const FACTS_PER_COMMIT = 10;

/** Returns the writes that raise the rows of facts, one per row. */
const rollupItems = (table: Table, facts: readonly Fact[], spread: number, nowMs: number): WriteItem[] => {
  const rows = new Map<string, Map<string, number>>();
  for (const { at, counts } of facts) {
    for (const { period, by } of incrementsOf(at, counts)) {
      const row = rows.get(period) ?? new Map<string, number>();
      rows.set(period, row);
      for (const [counter, count] of Object.entries(by)) row.set(counter, (row.get(counter) ?? 0) + count);
    }
  }
  const shard = spread % COMPANY_SHARDS;
  return [...rows].map(([period, by]) =>
    addToRollupItem(table, { kind: 'messages', period, shard }, by, nowMs),
  );
};

const countTogether = async (companyId: number, table: Table, facts: readonly Fact[], nowMs: number) => {
  let open = facts;
  while (open.length > 0) {
    const markers = open.map((fact) => ({
      fact,
      item: table.put(CountedFact, { companyId, id: fact.id, at: toInstant(nowMs) }, 'absent', nowMs),
    }));
    const [first] = open;
    const spread = Number.parseInt(sha256(first?.id ?? '').slice(0, 6), 16);
    try {
      await commit([...markers.map(({ item }) => item), ...rollupItems(table, open, spread, nowMs)]);
      return;
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      const counted = new Set(error.failed);
      const left = markers.filter(({ item }) => !counted.has(item)).map(({ fact }) => fact);
      if (left.length === open.length) throw error;
      open = left;
    }
  }
};

/**
 * Counts facts once, even if they are delivered repeatedly, because a marker of each fact is committed with its sums.
 * Two write units for the marker and two for each row that it raises: six for a single message, `2 + 4 / n` for each
 * of n messages of one day together.
 */
export const countFacts = async (table: Table, facts: readonly Fact[], nowMs: number): Promise<void> => {
  const { companyId } = table;
  if (companyId === null) throw new Error('facts belong to a company');
  const open = [...new Map(facts.map((fact) => [fact.id, fact])).values()];
  for (let start = 0; start < open.length; start += FACTS_PER_COMMIT) {
    await countTogether(companyId, table, open.slice(start, start + FACTS_PER_COMMIT), nowMs);
  }
};

interface Range {
  /** First and last day or month, both included. */
  first: string;
  last: string;
  /** Time zone of the days. */
  timeZone: string;
}

const readPeriods = async (table: Table, prefixes: readonly string[]) => {
  const { pk } = keys.rollup({ kind: 'messages', period: '', shard: 0 });
  const found = await Promise.all(prefixes.map((prefix) => table.queryAll(pk, { prefix })));
  return found.flat().map((row) => parseRow(Rollup, row));
};

/** Returns the sums from `first` to `last`, without those that are zero. */
const within = (sums: ReadonlyMap<string, Counts>, first: string, last: string): Map<string, Counts> =>
  new Map(
    [...sums]
      .filter(([period]) => first <= period && period <= last)
      .map(([period, counts]): [string, Counts] => [
        period,
        Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
      ])
      .filter(([, counts]) => Object.keys(counts).length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Returns message counts by day (`2026-11-21`), without days that have none. Reads the rows of whole months. */
export const messagesByDay = async (
  table: Table,
  { first, last, timeZone }: Range,
): Promise<Map<string, Counts>> => {
  const months = monthsAround(first.slice(0, 7), last.slice(0, 7));
  const [before, after] = [months.shift() ?? '', months.pop() ?? ''];
  // In other time zones, only the outermost days of the neighbouring months can fall into this month.
  const prefixes = [
    ...['28', '29', '30', '31'].map((day) => `D#${before}-${day}`),
    ...months.map((month) => `D#${month}-`),
    `D#${after}-01`,
  ];
  return within(sumByDay(await readPeriods(table, prefixes), timeZone), first, last);
};

/** Returns message counts by month (`2026-11`). A year by months costs less to read than a month by days. */
export const messagesByMonth = async (
  table: Table,
  { first, last, timeZone }: Range,
): Promise<Map<string, Counts>> => {
  const years = [...new Set(monthsAround(first, last).map((month) => month.slice(0, 4)))];
  const rows = await readPeriods(
    table,
    years.map((year) => `M#${year}`),
  );
  return within(sumByMonth(rows, timeZone), first, last);
};
