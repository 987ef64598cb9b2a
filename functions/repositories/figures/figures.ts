import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import {
  type CountedShare as CountedShareFields,
  CURRENT_STATUSES,
  type CurrentStatus,
  type Figures,
  type Rollup as RollupRow,
  type Share,
} from '@prosa/shared/entities/rollup.ts';
import type { Attendance } from '@prosa/shared/entities/ticket.ts';
import { type BlockRun, runsOfDays } from '../../domain/rollups/day-blocks.ts';
import {
  begunBy,
  figuresOf,
  type Increment,
  incrementsBetween,
  NO_SHARE,
  type PeriodFigures,
  taggedFiguresOf,
} from '../../domain/rollups/shares.ts';
import { toInstant } from '../../platform/clock.ts';
import { commit, MAX_TRANSACTION_ITEMS, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { ContactTicket, CountedShare, Rollup, Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import { addToRollupItem } from '../../platform/table/updates.ts';

/** Versions of the rows of a share. */
type Seen = CountedShareFields['seen'];
const NOTHING_SEEN: Seen = { ticket: 0, attendance: 0 };

/** A changed row: a ticket, an attendance or a contact, with the share that it belongs to. */
export interface ToldRow {
  /** Id of the share; see {@link attendanceShareId}. */
  shareId: string;
  /** The row's version in the event; null if its part is computed from the current rows. */
  seen: { of: keyof Seen; version: number } | null;
  /** Returns the share with the row's new part, from the share counted before. */
  shareAfter: (held: Share) => Share | Promise<Share>;
}

/** Version of a row's deletion event; no later event exists. */
export const GONE = Number.MAX_SAFE_INTEGER;

/** Returns the id of the share of a ticket and of its first attendance. */
export const ticketShareId = (ticketId: number): string => `ticket.${ticketId}`;

/**
 * Returns the id of an attendance's share. The first attendance of a ticket shares the ticket's: most steps change both,
 * and one row costs two write units less than two. A reopened ticket may have any number of later ones, so each has a
 * share of its own.
 */
export const attendanceShareId = ({
  ticketId,
  id,
  reopened,
}: Pick<Attendance, 'ticketId' | 'id' | 'reopened'>): string =>
  reopened ? `attendance.${ticketId}.${id}` : ticketShareId(ticketId);

/** Returns the id of a contact's share of the figures. */
export const contactShareId = (contactId: number): string => `contact.${contactId}`;

/**
 * Shares per transaction: each adds its row, and the days of two attendances at most eight rows of sums, and two for
 * each tag. Shares that exceed a transaction together are counted in halves; one share never exceeds it.
 */
const SHARES_PER_COMMIT = 10;
/**
 * Attempts. A batch that is delivered twice is counted twice at the same time; the slower one then finds nothing to
 * do.
 */
const COUNT_TRIES = 8;

/** Returns the writes that raise the rows of sums, one per row; increments that add up to zero are omitted. */
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

/** Whether every row that a share had a part of is deleted. */
const isGone = (seen: Seen): boolean => {
  const versions = Object.values(seen).filter((version) => version !== 0);
  return versions.length > 0 && versions.every((version) => version === GONE);
};

/** Returns a share after changes of its rows; changes that are counted already, or were overtaken, change nothing. */
const shareAfterAll = async (
  held: { seen: Seen; share: Share },
  rows: readonly ToldRow[],
): Promise<{ seen: Seen; share: Share }> => {
  let { seen, share } = held;
  for (const { seen: told, shareAfter } of rows) {
    if (told !== null && told.version <= seen[told.of]) continue;
    share = await shareAfter(share);
    if (told !== null) seen = { ...seen, [told.of]: told.version };
  }
  return { seen, share };
};

/**
 * @param told the rows of each share
 * @returns whether the shares are counted; false if another process counted one of them meanwhile
 */
const tryToCount = async (
  table: Table,
  companyId: number,
  told: readonly [id: string, rows: readonly ToldRow[]][],
  nowMs: number,
): Promise<boolean> => {
  const counted = await table.getMany(
    CountedShare,
    told.map(([id]) => ({ id })),
    { consistent: true },
  );
  const writes: WriteItem[] = [];
  const increments: Increment[] = [];
  for (const [index, [id, rows]] of told.entries()) {
    const row = counted[index];
    const before = { seen: row?.seen ?? NOTHING_SEEN, share: row?.share ?? NO_SHARE };
    const after = await shareAfterAll(before, rows);
    if (isDeepEqual(after, before)) continue;
    const fields = { ...row, companyId, id, ...after, goneAt: isGone(after.seen) ? toInstant(nowMs) : null };
    writes.push(table.put(CountedShare, fields, row?.version ?? 'absent', nowMs));
    increments.push(...incrementsBetween(before.share, after.share));
  }
  const items = [...writes, ...rollupItems(table, increments, nowMs)];
  if (items.length > MAX_TRANSACTION_ITEMS && told.length > 1) {
    const half = Math.ceil(told.length / 2);
    for (const part of [told.slice(0, half), told.slice(half)])
      await countShares(
        table,
        part.flatMap(([, rows]) => rows),
        nowMs,
      );
    return true;
  }
  try {
    await commit(items);
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
};

/**
 * Counts rows: the new share of the sums that they have replaces the share counted before, in one transaction.
 * Idempotent and order-independent: the sums always equal those of the newest versions received.
 *
 * Two write units for a share and two for each row of sums: 14 for a new ticket with its attendance and contact, 8 when
 * the ticket is accepted or closed, and four more for each row of twelve tags if its contact has tags when it is closed.
 */
export const countShares = async (table: Table, told: readonly ToldRow[], nowMs: number): Promise<void> => {
  const { companyId } = table;
  if (companyId === null) throw new Error('figures belong to a company');
  const shares = [...Map.groupBy(told, ({ shareId }) => shareId)];
  for (let start = 0; start < shares.length; start += SHARES_PER_COMMIT) {
    const some = shares.slice(start, start + SHARES_PER_COMMIT);
    let isCounted = false;
    for (let attempt = 1; !isCounted && attempt <= COUNT_TRIES; attempt++)
      isCounted = await tryToCount(table, companyId, some, nowMs);
    if (!isCounted) throw new Error(`figures were counted by others ${COUNT_TRIES} times`);
  }
};

/**
 * Maximum of imported tickets that may precede a contact's first ticket: one for each connection that was paired
 * again.
 */
const IMPORTS_PASSED_OVER = 10;

/** Returns a contact's current first ticket, not counting those of imported messages: two consistent reads. */
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

/** Shares of one batch read. */
const SHARES_PER_CALL = 100;

/**
 * Returns the tickets that the figures count as the first ones of contacts, by contact, as of the stream's progress; a
 * contact that is in no figure is absent. Half a read unit each; batches of a hundred are read at the same time.
 */
export const countedFirstTickets = async (
  table: Table,
  contactIds: Iterable<number>,
): Promise<ReadonlyMap<number, number>> => {
  const unique = [...new Set(contactIds)];
  const batches: Promise<[number, number][]>[] = [];
  for (let start = 0; start < unique.length; start += SHARES_PER_CALL) {
    const ids = unique.slice(start, start + SHARES_PER_CALL);
    batches.push(
      table
        .getMany(
          CountedShare,
          ids.map((id) => ({ id: contactShareId(id) })),
        )
        .then((shares) =>
          ids.flatMap((id, index): [number, number][] => {
            const ticketId = shares[index]?.share.ticketId ?? null;
            return ticketId === null ? [] : [[id, ticketId]];
          }),
        ),
    );
  }
  return new Map((await Promise.all(batches)).flat());
};

const readRuns = async (
  table: Table,
  kind: 'attendance' | 'tagged' | 'begun',
  runs: readonly BlockRun[],
): Promise<RollupRow[]> => {
  const { pk } = keys.rollup({ kind, period: '', shard: 0 });
  const found = await Promise.all(runs.map((between) => table.queryAll(pk, { between })));
  return found.flat().map((row) => parseRow(Rollup, row));
};

/**
 * Returns the figures of each user, queue and connection over days (`2026-11-21`), both included. At most three calls. A
 * year of 50 users who all work every day is about 37 blocks of seven rows: 35 read units, and a month 16.
 */
export const readFigures = async (
  table: Table,
  { first, last }: { first: string; last: string },
): Promise<PeriodFigures> => figuresOf(await readRuns(table, 'attendance', runsOfDays(first, last)));

/**
 * Returns the figures of each tag over days, both included. At most three calls of at least half a read unit; twelve
 * busy tags are a row of 0.8 kB for each block.
 */
export const readTaggedFigures = async (
  table: Table,
  { first, last }: { first: string; last: string },
): Promise<Map<number, Figures>> => taggedFiguresOf(await readRuns(table, 'tagged', runsOfDays(first, last)));

/**
 * Returns the sums of attendances that began in each hour of days, both included: a row for each day with any. One
 * call, half a read unit for about eleven busy days: 92 days cost four and a half.
 */
export const readBegunHours = (
  table: Table,
  { first, last }: { first: string; last: string },
): Promise<RollupRow[]> => readRuns(table, 'begun', [{ first: `D#${first}`, last: `D#${last}` }]);

/**
 * Returns the attendances that began on each day, or in each hour of a single day: a row for each month, about ten of
 * which cost one read unit.
 */
export const readBegun = async (
  table: Table,
  { first, last }: { first: string; last: string },
): Promise<Map<string, number>> => {
  if (first === last) return begunBy(await readBegunHours(table, { first, last }), 'hour');
  const months = { first: `M#${first.slice(0, 7)}`, last: `M#${last.slice(0, 7)}` };
  const days = begunBy(await readRuns(table, 'begun', [months]), 'day');
  return new Map([...days].filter(([day]) => first <= day && day <= last));
};

/**
 * Returns how many tickets are in each status, as of the stream's progress: half a read unit, regardless of their
 * number.
 */
export const readCurrent = async (table: Table): Promise<Record<CurrentStatus, number>> => {
  const row = await table.get(Rollup, { kind: 'now', period: 'NOW', shard: 0 });
  const [open = 0, pending = 0, group = 0] = CURRENT_STATUSES.map((status) => Number(row?.[status] ?? 0));
  return { open, pending, group };
};
