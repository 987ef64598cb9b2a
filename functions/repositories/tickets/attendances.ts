import pLimit from 'p-limit';
import type { InstantRange } from '../../domain/ticket-report/report-range.ts';
import { createSharing } from '../../platform/share-running.ts';
import { Attendance, ContactTicket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';
import type { AttendanceRow } from './tickets.ts';

/** Attendances read by one call, of about 0.4 kB each: 50 read units. */
const ROWS_PER_CALL = 1_000;
/** Tickets whose attendances are read at the same time. */
const TICKETS_AT_ONCE = 16;
/** The newest tickets of a contact whose attendances are read: half a read unit each, and as much for its pointer. */
const CONTACT_TICKETS_READ = 2_000;

/** Returns the position of an attendance in the order of their beginnings. */
export const positionOf = (row: AttendanceRow): string =>
  keys.attendanceByStart({ ...row, at: row.startedOn }).sk;

/** Reports of one company mostly read the same pages, whatever their filters and readers. */
const sharePage = createSharing<Page<AttendanceRow>>();

const yearOf = (instant: string): number => Number(instant.slice(0, 4));

/** Reads the attendances that began in a UTC year at or after an instant, the latest first. */
const readYear = (
  table: Table,
  year: number,
  from: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Page<AttendanceRow>> =>
  sharePage(`${table.companyId} ${year} ${from} ${after} ${limit}`, () =>
    table.query(Attendance, {
      index: 'g1',
      pk: keys.attendanceByStart({ at: `${year}`, ticketId: 0, id: '' }).pk,
      between: { first: from, last: `${year}` },
      order: 'desc',
      limit,
      maxExamined: limit,
      ...(after === undefined ? {} : { after }),
    }),
  );

/**
 * Yields the attendances that began within a range, the latest first, up to a thousand at a time. Half a read unit for
 * every eight to ten rows, and half a unit for a year without attendances.
 * @param options.after position of the attendance to continue after
 * @param options.perCall rows that the consumer wants at first; fewer cost less if a part of the range is enough
 */
export async function* attendancesBegun(
  table: Table,
  { from, to }: InstantRange,
  { after = to, perCall = ROWS_PER_CALL }: { after?: string | undefined; perCall?: number } = {},
): AsyncGenerator<AttendanceRow[]> {
  let limit = perCall;
  let position: string | undefined = after;
  for (let year = yearOf(after); year >= yearOf(from); year--) {
    do {
      const page: Page<AttendanceRow> = await readYear(table, year, from, { after: position, limit });
      if (page.rows.length > 0) {
        yield page.rows;
        limit = ROWS_PER_CALL;
      }
      position = page.next;
    } while (position !== undefined);
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
