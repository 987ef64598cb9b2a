import {
  CURRENT_STATUSES,
  type CurrentStatus,
  type Figures,
  type Share,
} from '@prosa/shared/entities/rollup.ts';
import { type BlockRun, runsOfDays } from '../../domain/rollups/day-blocks.ts';
import { begunBy, figuresByUser, type Increment, incrementsBetween } from '../../domain/rollups/shares.ts';
import { toInstant } from '../../platform/clock.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { ContactTicket, CountedShare, Rollup, Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import { addToRollupItem } from '../../platform/table/updates.ts';

/** A row that may have another share of the figures than before. */
export interface ToldRow {
  id: string;
  /** Of the row, as it is told; null where the share follows from what is there now. */
  version: number | null;
  /** Its share, with what was counted of it before; null where it has none, as a row that is gone. */
  shareAfter: (held: Share | null) => Share | null | Promise<Share | null>;
}

/** The version at which a row is told to be gone: nothing comes behind it. */
export const GONE = Number.MAX_SAFE_INTEGER;

/** Rows of a transaction: each brings its share, and two stretches' days at most twelve rows of sums, of a hundred items. */
const ROWS_PER_COMMIT = 7;
/** Others count the same rows at the same time where a batch is told twice: whoever comes second finds nothing to do. */
const COUNT_TRIES = 8;

/** The rows of sums that increments raise, each named once; what comes to nothing is left out. */
export const rollupItems = (table: Table, increments: Iterable<Increment>, nowMs: number): WriteItem[] => {
  const rows = new Map<string, { row: Omit<Increment, 'counter' | 'by'>; by: Map<string, number> }>();
  for (const { counter, by, ...row } of increments) {
    const name = `${row.kind} ${row.period} ${row.shard}`;
    const raised = rows.get(name) ?? { row, by: new Map<string, number>() };
    rows.set(name, raised);
    raised.by.set(counter, (raised.by.get(counter) ?? 0) + by);
  }
  return [...rows.values()].flatMap(({ row, by }) => {
    const changed = new Map([...by].filter(([, count]) => count !== 0));
    return changed.size === 0 ? [] : [addToRollupItem(table, row, changed, nowMs)];
  });
};

/** @returns whether they are counted; otherwise somebody else counted one of them meanwhile */
const tryToCount = async (
  table: Table,
  companyId: number,
  told: readonly ToldRow[],
  nowMs: number,
): Promise<boolean> => {
  const held = await table.getMany(
    CountedShare,
    told.map(({ id }) => ({ id })),
    { consistent: true },
  );
  const writes: WriteItem[] = [];
  const increments: Increment[] = [];
  for (const [index, { id, version, shareAfter }] of told.entries()) {
    const counted = held[index];
    if (version !== null && counted !== undefined && version <= counted.seen) continue;
    const before = counted?.share ?? null;
    const share = await shareAfter(before);
    if (version === null && JSON.stringify(share) === JSON.stringify(before)) continue;
    const row = {
      ...counted,
      companyId,
      id,
      seen: version ?? 0,
      share,
      goneAt: version === GONE ? toInstant(nowMs) : null,
    };
    writes.push(table.put(CountedShare, row, counted?.version ?? 'absent', nowMs));
    increments.push(...incrementsBetween(before, share));
  }
  try {
    await commit([...writes, ...rollupItems(table, increments, nowMs)]);
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
};

/**
 * Counts rows as they are: each row's share of the sums takes the place of what was counted of it before, in one
 * transaction. However often, in whatever order and with whatever gaps rows are told, the sums are those of the newest
 * versions told.
 *
 * Two write units for a row's share and two for each row of sums: 20 for a ticket that is made with its stretch and
 * contact, 14 where somebody takes it or it ends.
 */
export const countShares = async (table: Table, told: readonly ToldRow[], nowMs: number): Promise<void> => {
  const { companyId } = table;
  if (companyId === null) throw new Error('figures belong to a company');
  for (let start = 0; start < told.length; start += ROWS_PER_COMMIT) {
    const rows = told.slice(start, start + ROWS_PER_COMMIT);
    let isCounted = false;
    for (let attempt = 1; !isCounted && attempt <= COUNT_TRIES; attempt++)
      isCounted = await tryToCount(table, companyId, rows, nowMs);
    if (!isCounted) throw new Error(`figures were counted by others ${COUNT_TRIES} times`);
  }
};

/** Imports of a contact's past that may stand before its first ticket: one for each connection that was paired anew. */
const IMPORTS_PASSED_OVER = 10;

/** A contact's first ticket as it is there now, those of old messages apart: two consistent reads. */
export const firstTicketOf = async (
  table: Table,
  contactId: number,
): Promise<{ id: number; createdAt: string } | undefined> => {
  const { pk } = keys.contactTicket({ contactId, ticketId: 0 });
  let after: string | undefined;
  for (let passed = 0; passed <= IMPORTS_PASSED_OVER; passed++) {
    const page = await table.query(ContactTicket, {
      pk,
      limit: 1,
      consistent: true,
      ...(after === undefined ? {} : { after }),
    });
    const [first] = page.rows;
    if (first === undefined) return undefined;
    const ticket = await table.get(Ticket, { id: first.ticketId }, { consistent: true });
    if (ticket === undefined) return undefined;
    if (ticket.imported === null) return { id: ticket.id, createdAt: ticket.rowCreatedAt };
    after = keys.contactTicket(first).sk;
  }
  return undefined;
};

const readRuns = async (table: Table, kind: 'attendance' | 'begun', runs: readonly BlockRun[]) => {
  const { pk } = keys.rollup({ kind, period: '', shard: 0 });
  const found = await Promise.all(runs.map((between) => table.queryAll(pk, { between })));
  return found.flat().map((row) => parseRow(Rollup, row));
};

/**
 * The figures of each user over days (`2026-11-21`), both included; those of nobody are at 0. At most nine calls; a year of
 * 50 users who all work every day is some 14 blocks of seven rows: seven read units, and a month four.
 */
export const readFigures = async (
  table: Table,
  { first, last }: { first: string; last: string },
): Promise<Map<number, Figures>> =>
  figuresByUser(await readRuns(table, 'attendance', runsOfDays(first, last)));

/** Stretches that began on each day, or in each hour of a single one: a row for each month, some ten of which are a read unit. */
export const readBegun = async (
  table: Table,
  { first, last }: { first: string; last: string },
): Promise<Map<string, number>> => {
  if (first === last)
    return begunBy(await readRuns(table, 'begun', [{ first: `D#${first}`, last: `D#${first}` }]), 'hour');
  const months = { first: `M#${first.slice(0, 7)}`, last: `M#${last.slice(0, 7)}` };
  const days = begunBy(await readRuns(table, 'begun', [months]), 'day');
  return new Map([...days].filter(([day]) => first <= day && day <= last));
};

/** How many tickets are in each status now, as far as the stream was read: half a read unit, however many there are. */
export const readCurrent = async (table: Table): Promise<Record<CurrentStatus, number>> => {
  const row = await table.get(Rollup, { kind: 'now', period: 'NOW', shard: 0 });
  const [open = 0, pending = 0, group = 0] = CURRENT_STATUSES.map((status) => Number(row?.[status] ?? 0));
  return { open, pending, group };
};
