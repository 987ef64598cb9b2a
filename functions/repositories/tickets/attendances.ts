import pLimit from 'p-limit';
import type { InstantRange } from '../../domain/ticket-report/report-range.ts';
import { createSharing } from '../../platform/share-running.ts';
import { Attendance, ContactTicket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import type { AttendanceRow } from './tickets.ts';

/** Attendances read by one call, of about 0.4 kB each: 50 read units. */
const ROWS_PER_CALL = 1_000;
/** Days whose first rows are read at the same time. */
const DAYS_AT_ONCE = 8;
/** Tickets whose attendances are read at the same time. */
const TICKETS_AT_ONCE = 16;
/** The newest tickets of a contact whose attendances are read: half a read unit each, and as much for its pointer. */
const CONTACT_TICKETS_READ = 2_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the position of an attendance in the order of their beginnings. */
export const positionOf = (row: AttendanceRow): string =>
  keys.attendanceByStart({ ...row, at: row.startedOn }).sk;

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - DAY_MS).toISOString().slice(0, 10);

/** Reports of one company mostly read the same days, whatever their filters and readers. */
const shareDay = createSharing<Page<AttendanceRow>>();

const readDay = (table: Table, day: string, after: string | undefined, limit: number) =>
  shareDay(`${table.companyId} ${day} ${after} ${limit}`, () =>
    table.query(Attendance, {
      index: 'g1',
      pk: keys.attendanceByStart({ at: day, ticketId: 0, id: '' }).pk,
      order: 'desc',
      limit,
      maxExamined: limit,
      ...(after === undefined ? {} : { after }),
    }),
  );

/**
 * Yields the attendances that began within a range, the latest first, up to a thousand at a time. Eight days are read at
 * once: half a read unit for a day without attendances, and half a unit for every eight to ten rows. It reads at most
 * {@link ROWS_PER_CALL} rows of the UTC day on which the range begins that began before it.
 * @param after position of the attendance to continue after
 * @param perCall rows that the consumer wants at first; fewer cost less if a part of the range is enough
 */
export async function* attendancesBegun(
  table: Table,
  { from, to }: InstantRange,
  { after = to, perCall = ROWS_PER_CALL }: { after?: string | undefined; perCall?: number } = {},
): AsyncGenerator<AttendanceRow[]> {
  const firstDay = from.slice(0, 10);
  const newestDay = after.slice(0, 10);
  for (let day = newestDay; day >= firstDay; ) {
    const days: string[] = [];
    for (; days.length < DAYS_AT_ONCE && day >= firstDay; day = dayBefore(day)) days.push(day);
    const firsts = await Promise.all(
      days.map((each) => readDay(table, each, each === newestDay ? after : undefined, perCall)),
    );
    let gathered: AttendanceRow[] = [];
    for (const [index, each] of days.entries()) {
      let page = firsts[index];
      while (page !== undefined) {
        const rows = page.rows.filter(({ startedOn }) => startedOn >= from);
        if (gathered.length > 0 && gathered.length + rows.length > ROWS_PER_CALL) {
          yield gathered;
          gathered = [];
        }
        gathered.push(...rows);
        const isEnd = page.next === undefined || rows.length < page.rows.length;
        page = isEnd ? undefined : await readDay(table, each, page.next, ROWS_PER_CALL);
      }
    }
    if (gathered.length > 0) yield gathered;
  }
}

/**
 * Returns the attendances of a contact's tickets that began within a range, the latest first. One query for the tickets,
 * and one for each of them, {@link CONTACT_TICKETS_READ} at most.
 * @returns also whether these are all
 */
export const attendancesOfContact = async (
  table: Table,
  contactId: number,
  { from, to }: InstantRange,
): Promise<{ rows: AttendanceRow[]; isComplete: boolean }> => {
  const { rows: pointers, next } = await table.query(ContactTicket, {
    pk: keys.contactTicket({ contactId, ticketId: 0 }).pk,
    order: 'desc',
    limit: CONTACT_TICKETS_READ,
    maxExamined: CONTACT_TICKETS_READ,
    lookAhead: true,
  });
  const limit = pLimit(TICKETS_AT_ONCE);
  const perTicket = await Promise.all(
    pointers.map(({ ticketId }) =>
      limit(() =>
        table.query(Attendance, {
          pk: keys.attendance({ ticketId, id: '' }).pk,
          prefix: keys.attendance({ ticketId, id: '' }).sk,
          limit: ROWS_PER_CALL,
          maxExamined: ROWS_PER_CALL,
        }),
      ),
    ),
  );
  const rows = perTicket
    .flatMap((page) => page.rows)
    .filter((row) => row.startedOn >= from && row.startedOn < to);
  return {
    rows: rows.toSorted((a, b) => (positionOf(a) < positionOf(b) ? 1 : -1)),
    isComplete: next === undefined,
  };
};
