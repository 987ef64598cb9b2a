import { localDay } from '@prosa/shared/rules/zone-format.ts';
import type { Counts, Fact } from '../../domain/rollups/facts.ts';
import { incrementOf, sumByDay } from '../../domain/rollups/message-days.ts';
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
/** Facts per transaction of a hundred items: each adds a marker and at most one row. */
const FACTS_PER_COMMIT = 10;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const periodOf = (day: string): string => `D#${day}`;

/** When facts are counted, and the company's time zone. */
interface Counting {
  nowMs: number;
  timeZone: string;
}

/** Returns the writes that raise the rows of facts, one for each day. */
const rollupItems = (
  table: Table,
  facts: readonly Fact[],
  spread: number,
  { nowMs, timeZone }: Counting,
): WriteItem[] => {
  const rows = new Map<string, Map<string, number>>();
  for (const { day, by } of facts.map((fact) => incrementOf(fact, timeZone))) {
    const row = rows.get(day) ?? new Map<string, number>();
    rows.set(day, row);
    for (const [counter, count] of Object.entries(by)) row.set(counter, (row.get(counter) ?? 0) + count);
  }
  const shard = spread % COMPANY_SHARDS;
  return [...rows].map(([day, by]) =>
    addToRollupItem(table, { kind: 'messages', period: periodOf(day), shard }, by, nowMs),
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
 * Two write units for the marker and two for the row of its day: four for a single message, `2 + 2 / n` for each of n
 * messages of one day together.
 */
export const countFacts = async (table: Table, facts: readonly Fact[], counting: Counting): Promise<void> => {
  const { companyId } = table;
  if (companyId === null) throw new Error('facts belong to a company');
  const open = [...new Map(facts.map((fact) => [fact.id, fact])).values()];
  for (let start = 0; start < open.length; start += FACTS_PER_COMMIT) {
    await countTogether(companyId, table, open.slice(start, start + FACTS_PER_COMMIT), counting);
  }
};

/** The days to read (`2026-11-21`), both included. */
interface Days {
  first: string;
  last: string;
}

/** Returns the rows of days, in their order: four of about 0.25 kB for a day with many messages. */
const readDays = async (table: Table, { first, last }: Days) => {
  const { pk } = keys.rollup({ kind: 'messages', period: '', shard: 0 });
  const rows = await table.queryAll(pk, { between: { first: periodOf(first), last: periodOf(last) } });
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
      period: periodOf(localDay(timeZone, nowMs)),
      shard: shardOf(number, COMPANY_SHARDS),
    },
    new Map([[sendCounter(connectionId), count]]),
    nowMs,
  );

/** Returns how many messages the company has sent on its current day. Four rows: half a read unit. */
export const loadSends = async (table: Table, { nowMs, timeZone }: Counting): Promise<DaySends> => {
  const today = localDay(timeZone, nowMs);
  return sumSends(await readDays(table, { first: today, last: today }));
};

/**
 * Returns the mean of outgoing messages on the seven days before the company's current day. 28 rows: one to two read
 * units.
 */
export const meanOfWeek = async (table: Table, { nowMs, timeZone }: Counting): Promise<number> => {
  const dayBefore = (days: number): string => localDay(timeZone, nowMs - days * DAY_MS);
  const sums = await messagesByDay(table, { first: dayBefore(WEEK_DAYS), last: dayBefore(1) });
  return [...sums.values()].reduce((sent, { out = 0 }) => sent + out, 0) / WEEK_DAYS;
};

/**
 * Returns message counts by day, without days that have none. One call for each four thousand rows: a year in which
 * every day has many messages is 1,460 rows, about 45 read units; ten years are four calls, about 450.
 */
export const messagesByDay = async (table: Table, days: Days): Promise<Map<string, Counts>> =>
  sumByDay(await readDays(table, days));
