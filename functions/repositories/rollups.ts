import type { RollupKind } from '@prosa/shared/entities/rollup.ts';
import { incrementsOf, monthsAround, sumByDay, sumByMonth } from '../domain/rollups/buckets.ts';
import type { Counts, Fact } from '../domain/rollups/facts.ts';
import { toInstant } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { commit, WriteConflict, type WriteItem } from '../platform/table/commit.ts';
import { CountedFact, Rollup } from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import { parseRow } from '../platform/table/parse-row.ts';
import type { Table } from '../platform/table/table.ts';
import { addToRollupItem } from '../platform/table/updates.ts';

/**
 * Rows among which a company's own sums are spread: a row takes 500 transactional writes a second. Sums of one queue,
 * user or connection have a row of their own each.
 */
const COMPANY_SHARDS = 4;
/** Facts of a transaction: each brings a marker and at most eight rows, of a hundred items. */
const FACTS_PER_COMMIT = 10;

const shardOf = (kind: RollupKind, spread: number): number =>
  kind === 'messages' || kind === 'tickets' ? spread % COMPANY_SHARDS : 0;

/** The rows that facts raise, each named once. */
const rollupItems = (table: Table, facts: readonly Fact[], spread: number, nowMs: number): WriteItem[] => {
  const rows = new Map<
    string,
    { key: { kind: RollupKind; subjectId: number; period: string; shard: number }; by: Map<string, number> }
  >();
  for (const { subjects, at, counts } of facts) {
    for (const { period, by } of incrementsOf(at, counts)) {
      for (const { kind, id: subjectId } of subjects) {
        const name = `${kind} ${subjectId} ${period}`;
        const row = rows.get(name) ?? {
          key: { kind, subjectId, period, shard: shardOf(kind, spread) },
          by: new Map<string, number>(),
        };
        rows.set(name, row);
        for (const [counter, count] of Object.entries(by)) {
          row.by.set(counter, (row.by.get(counter) ?? 0) + count);
        }
      }
    }
  }
  return [...rows.values()].map(({ key, by }) => addToRollupItem(table, key, by, nowMs));
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
 * Counts facts once, however often they are told: a marker of each is committed with its sums. Two write units for the
 * marker and two for each row it raises: six for a message on its own, `2 + 4 / n` of n of one day together.
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
  kind: RollupKind;
  /** Of a queue, user or connection. */
  subjectId?: number;
  /** Whose days these are. */
  timeZone: string;
}

const readPeriods = async (table: Table, { kind, subjectId = 0 }: Range, prefixes: readonly string[]) => {
  const { pk } = keys.rollup({ kind, subjectId, period: '', shard: 0 });
  const found = await Promise.all(prefixes.map((prefix) => table.queryAll(pk, { prefix })));
  return found.flat().map((row) => parseRow(Rollup, row));
};

const within = (sums: ReadonlyMap<string, Counts>, first: string, last: string): Map<string, Counts> =>
  new Map([...sums].filter(([period]) => first <= period && period <= last).toSorted());

/** Sums by day from `first` to `last` (`2026-11-21`). Days without any are left out. Reads the rows of whole months. */
export const rollupByDay = async (
  table: Table,
  range: Range & { first: string; last: string },
): Promise<Map<string, Counts>> => {
  const months = monthsAround(range.first.slice(0, 7), range.last.slice(0, 7));
  const [before, after] = [months.shift() ?? '', months.pop() ?? ''];
  // Of the neighbouring months only the days at their edge can be part of it.
  const prefixes = [
    ...['28', '29', '30', '31'].map((day) => `D#${before}-${day}`),
    ...months.map((month) => `D#${month}-`),
    `D#${after}-01`,
  ];
  return within(sumByDay(await readPeriods(table, range, prefixes), range.timeZone), range.first, range.last);
};

/** Sums by month from `first` to `last` (`2026-11`). A year costs less than a month by days. */
export const rollupByMonth = async (
  table: Table,
  range: Range & { first: string; last: string },
): Promise<Map<string, Counts>> => {
  const years = [...new Set(monthsAround(range.first, range.last).map((month) => month.slice(0, 4)))];
  const rows = await readPeriods(
    table,
    range,
    years.map((year) => `M#${year}`),
  );
  return within(sumByMonth(rows, range.timeZone), range.first, range.last);
};
