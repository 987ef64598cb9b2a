import { makeTicketUuid } from '@prosa/functions/domain/ticket-uuid.ts';
import type { WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Attendance, ContactTicket, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import {
  type Attendance as AttendanceFields,
  attendanceSchema,
  type Ticket as TicketFields,
  ticketContactSchema,
} from '@prosa/shared/entities/ticket.ts';
import type * as z from 'zod';
import { ticketRow } from './rows.ts';
import { companyOf } from './tickets.ts';

const UUID = '00000000-0000-4000-8000-000000000000';

export type PlantedTicket = Omit<Partial<TicketFields>, 'contact'> & {
  id: number;
  contactId: number;
  contact?: z.input<typeof ticketContactSchema>;
};
export type PlantedAttendance = Pick<AttendanceFields, 'ticketId' | 'id' | 'startedOn'> &
  Partial<AttendanceFields>;

/** Writes tickets with the pointers of their contacts, and attendances, as they are. */
export const plantAttendances = async (
  table: Table,
  tickets: readonly PlantedTicket[],
  attendances: readonly PlantedAttendance[],
): Promise<void> => {
  const companyId = companyOf(table);
  const items: WriteItem[] = [
    ...tickets.flatMap(({ contact, ...ticket }) => {
      const { version: _version, ...row } = ticketRow({
        uuid: makeTicketUuid(ticket.id, UUID),
        ...ticket,
        ...(contact === undefined ? {} : { contact: ticketContactSchema.parse(contact) }),
        companyId,
      });
      const pointer = { companyId, contactId: ticket.contactId, ticketId: ticket.id };
      return [table.put(Ticket, row, 'any'), table.put(ContactTicket, pointer, 'any')];
    }),
    ...attendances.map((fields) =>
      table.put(Attendance, attendanceSchema.parse({ ...fields, companyId }), 'any'),
    ),
  ];
  await writeBatch(items);
};
