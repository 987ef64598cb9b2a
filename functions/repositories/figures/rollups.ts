import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { incrementsOf, monthsAround, sumByDay, sumByMonth } from '../../domain/rollups/buckets.ts';
import type { Counts, Fact } from '../../domain/rollups/facts.ts';
import { type DaySends, sendCounter, sumSends } from '../../domain/sends/count-sends.ts';
import { toInstant } from '../../platform/clock.ts';
import { sha256, shardOf } from '../../platform/ids.ts';
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
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const utcDay = (ms: number): string => toInstant(ms).slice(0, 10);

/** When facts are counted, and the company's time zone. */
interface Counting {
  nowMs: number;
  timeZone: string;
}

/** Returns the writes that raise the rows of facts, one per row. */
const rollupItems = (
  table: Table,
  facts: readonly Fact[],
  spread: number,
  { nowMs, timeZone }: Counting,
): WriteItem[] => {
  const rows = new Map<string, Map<string, number>>();
  for (const { at, counts, sentOver } of facts) {
    const [day, month] = incrementsOf(at, counts);
    const sent =
      sentOver === undefined ? {} : { [sendCounter(sentOver, localDay(timeZone, Date.parse(at)))]: 1 };
    for (const { period, by } of [{ period: day.period, by: { ...day.by, ...sent } }, month]) {
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

const countTogether = async (
  companyId: number,
  table: Table,
  facts: readonly Fact[],
  counting: Counting,
): Promise<void> => {
  const { nowMs } = counting;
  let open = facts;
  while (open.length > 0) {
    const markers = open.map((fact) => ({
      fact,
      item: table.put(CountedFact, { companyId, id: fact.id, at: toInstant(nowMs) }, 'absent', nowMs),
    }));
    const [first] = open;
    const spread = Number.parseInt(sha256(first?.id ?? '').slice(0, 6), 16);
    try {
      await commit([...markers.map(({ item }) => item), ...rollupItems(table, open, spread, counting)]);
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
export const countFacts = async (table: Table, facts: readonly Fact[], counting: Counting): Promise<void> => {
  const { companyId } = table;
  if (companyId === null) throw new Error('facts belong to a company');
  const open = [...new Map(facts.map((fact) => [fact.id, fact])).values()];
  for (let start = 0; start < open.length; start += FACTS_PER_COMMIT) {
    await countTogether(companyId, table, open.slice(start, start + FACTS_PER_COMMIT), counting);
  }
};

/** Returns the rows of UTC days, from the day of `first` to that of `last` (epoch milliseconds). */
const readDays = async (table: Table, { first, last }: { first: number; last: number }) => {
  const keyOf = (ms: number) => keys.rollup({ kind: 'messages', period: `D#${utcDay(ms)}`, shard: 0 });
  const rows = await table.queryAll(keyOf(first).pk, {
    between: { first: keyOf(first).sk, last: `D#${utcDay(last)}` },
  });
  return rows.map((row) => parseRow(Rollup, row));
};

/**
 * Returns the write that counts messages which are sent without being stored, so that they count towards the caps of
 * sends (S-69). Two write units, in the transaction that sends them.
 * @param number the recipient's: messages to different numbers mostly write different rows
 */
export const countUnkeptItem = (
  table: Table,
  { connectionId, number, count }: { connectionId: number; number: string; count: number },
  { nowMs, timeZone }: Counting,
): WriteItem =>
  addToRollupItem(
    table,
    {
      kind: 'messages',
      period: `D#${utcDay(nowMs)}`,
      shard: shardOf(number, COMPANY_SHARDS),
    },
    new Map([[sendCounter(connectionId, localDay(timeZone, nowMs)), count]]),
    nowMs,
  );

/** Returns how many messages the company has sent on its current day. Eight rows: two to four read units. */
export const loadSends = async (table: Table, { nowMs, timeZone }: Counting): Promise<DaySends> => {
  const days = { first: nowMs - DAY_MS, last: nowMs };
  return sumSends(await readDays(table, days), localDay(timeZone, nowMs));
};

/**
 * Returns the mean of outgoing messages on the seven days before the company's current day. 36 rows: nine to eighteen
 * read units.
 */
export const meanOfWeek = async (table: Table, { nowMs, timeZone }: Counting): Promise<number> => {
  const rows = await readDays(table, { first: nowMs - (WEEK_DAYS + 1) * DAY_MS, last: nowMs });
  const sums = sumByDay(rows, timeZone);
  let sent = 0;
  for (let day = 1; day <= WEEK_DAYS; day++)
    sent += sums.get(localDay(timeZone, nowMs - day * DAY_MS))?.out ?? 0;
  return sent / WEEK_DAYS;
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
