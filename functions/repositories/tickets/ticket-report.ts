import type { ReportScope } from '../../domain/ticket-report/report-scope.ts';
import {
  belongs,
  belongsByItself,
  isOfNewContact,
  type ReportConditions,
} from '../../domain/ticket-report/report-subject.ts';
import { createSharing } from '../../platform/share-running.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import type { Table } from '../../platform/table/table.ts';
import { countedFirstTickets } from '../figures/figures.ts';
import { attendancesBegun, attendancesOfContact, positionOf } from './attendances.ts';
import type { AttendanceRow, TicketRow } from './tickets.ts';

/** Keys of one batch read. */
const TICKETS_PER_CALL = 100;

export interface ReportMatch {
  attendance: AttendanceRow;
  /** Undefined if nothing had to be read of it. */
  ticket: TicketRow | undefined;
}

/** A part of the attendances that were read, the latest first. */
export interface ReportStep {
  matches: ReportMatch[];
  /** Attendances and tickets that were read for it. */
  examined: number;
  loaded: number;
  /** Position to continue after. */
  position: string;
  /** Whether the contact has more tickets than are read. */
  isCut: boolean;
}

/** Equal reports that run at the same time load the same tickets. */
const shareTickets = createSharing<(TicketRow | undefined)[]>();

const readTickets = (table: Table, ids: readonly { id: number }[]) =>
  shareTickets(`${table.companyId} ${ids.map(({ id }) => id).join()}`, () => table.getMany(Ticket, ids));

/**
 * Returns tickets by id. Half a read unit each; batches of a hundred are read at the same time.
 */
const loadTicketsById = async (
  table: Table,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, TicketRow>> => {
  const unique = [...new Set(ids)].map((id) => ({ id }));
  const batches: Promise<(TicketRow | undefined)[]>[] = [];
  for (let start = 0; start < unique.length; start += TICKETS_PER_CALL)
    batches.push(readTickets(table, unique.slice(start, start + TICKETS_PER_CALL)));
  const tickets = (await Promise.all(batches)).flat().filter((ticket) => ticket !== undefined);
  return new Map(tickets.map((ticket) => [ticket.id, ticket]));
};

/** Returns the matches whose ticket made its contact a new one. Half a read unit for each contact. */
const ofNewContacts = async (table: Table, matches: readonly ReportMatch[]): Promise<ReportMatch[]> => {
  const firstTickets = await countedFirstTickets(
    table,
    matches.flatMap(({ ticket }) => ticket?.contactId ?? []),
  );
  return matches.filter(({ ticket }) => ticket !== undefined && isOfNewContact(ticket, firstTickets));
};

const stepOf = async (
  table: Table,
  rows: readonly AttendanceRow[],
  conditions: ReportConditions,
): Promise<ReportStep | undefined> => {
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const judged = rows.map((attendance) => ({ attendance, verdict: belongsByItself(attendance, conditions) }));
  const undecided = judged.filter(({ verdict }) => verdict === undefined);
  const tickets = await loadTicketsById(
    table,
    undecided.map(({ attendance }) => attendance.ticketId),
  );
  const matches = judged.flatMap(({ attendance, verdict }): ReportMatch[] => {
    if (verdict !== undefined) return verdict ? [{ attendance, ticket: undefined }] : [];
    const ticket = tickets.get(attendance.ticketId);
    // The attendances of a ticket are deleted with it; an index may still have them.
    return ticket !== undefined && belongs(attendance, ticket, conditions) ? [{ attendance, ticket }] : [];
  });
  return {
    matches: conditions.onlyNewContacts ? await ofNewContacts(table, matches) : matches,
    examined: rows.length,
    loaded: tickets.size,
    position: positionOf(last),
    isCut: false,
  };
};

/**
 * Yields the attendances of a report, the latest first, in steps of up to a thousand rows read; a step may have no
 * matches. Costs what {@link attendancesBegun} or {@link attendancesOfContact} cost, and half a read unit for each
 * ticket that decides whether its attendance belongs to the report; the same again for each contact that may be new, if
 * the report is of new contacts.
 * @param options.after position of the attendance to continue after
 * @param options.perCall see {@link attendancesBegun}
 */
export async function* reportSteps(
  table: Table,
  { range, contactId, ...conditions }: ReportScope,
  options: { after?: string | undefined; perCall?: number } = {},
): AsyncGenerator<ReportStep> {
  if (contactId === null) {
    for await (const rows of attendancesBegun(table, range, options)) {
      const step = await stepOf(table, rows, conditions);
      if (step !== undefined) yield step;
    }
    return;
  }
  const { after } = options;
  const { rows, isComplete } = await attendancesOfContact(table, contactId, range);
  const rest = after === undefined ? rows : rows.filter((row) => positionOf(row) < after);
  const step = await stepOf(table, rest, conditions);
  if (step !== undefined) yield { ...step, isCut: !isComplete };
}

/** Returns matches with their tickets; loads those that were not needed before, half a read unit each. */
export const withTickets = async (
  table: Table,
  matches: readonly ReportMatch[],
): Promise<{ attendance: AttendanceRow; ticket: TicketRow }[]> => {
  const missing = matches.filter(({ ticket }) => ticket === undefined);
  const tickets = await loadTicketsById(
    table,
    missing.map(({ attendance }) => attendance.ticketId),
  );
  return matches.flatMap(({ attendance, ticket = tickets.get(attendance.ticketId) }) =>
    ticket === undefined ? [] : [{ attendance, ticket }],
  );
};
