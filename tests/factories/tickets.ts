import { committedTicket } from '@prosa/functions/conversations/act.ts';
import { committedContact } from '@prosa/functions/conversations/commit-turn.ts';
import { indexedTokens } from '@prosa/functions/domain/search/contact-tokens.ts';
import { type NewContact, newContactTurn } from '@prosa/functions/domain/turns/contact-turns.ts';
import { newTicket } from '@prosa/functions/domain/turns/ticket-turns.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Contact, ContactToken } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { type ContactRow, loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import {
  loadConversation,
  loadTicket,
  type TicketRow,
} from '@prosa/functions/repositories/tickets/tickets.ts';
import type { Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { plant } from '../support/plant.ts';

/** Returns the company of a table; throws for the global table. */
export const companyOf = (table: Table): number => {
  if (table.companyId === null) throw new Error('the table of no company');
  return table.companyId;
};

/** Creates a contact with a number of its own. */
export const makeContact = async (table: Table, fields: Partial<NewContact> = {}): Promise<ContactRow> => {
  const companyId = companyOf(table);
  const id = await nextId(table, Contact);
  const number = plant(fields.number ?? `55119${String(60_000_000 + id)}`);
  const turn = newContactTurn({
    name: `Contact ${id}`,
    channel: 'whatsapp',
    identities: [{ kind: fields.isGroup === true ? 'group' : 'phone', value: number }],
    ...fields,
    number,
    companyId,
    id,
  });
  return committedContact(await commitTurn(table, turn, { ids: systemIds, nowMs: Date.now() }));
};

/** Creates a ticket of a contact on a connection through the repository, and then overwrites its `fields`. */
export const makeTicket = async (
  table: Table,
  place: { contact?: ContactRow; connectionId: number },
  fields: Partial<TicketFields> & { status?: Exclude<TicketFields['status'], 'closed'> } = {},
  nowMs = Date.now(),
): Promise<TicketRow> => {
  const contact = place.contact ?? (await makeContact(table));
  const conversation = await loadConversation(table, contact.id, place.connectionId);
  const moment = { ids: systemIds, nowMs };
  const turn = newTicket(
    {
      ticketId: await nextId(table, Ticket),
      contact,
      connectionId: place.connectionId,
      channel: 'whatsapp',
      conversation,
      status: fields.status ?? 'pending',
      queueId: fields.queueId ?? null,
      userId: fields.userId ?? null,
      isActiveDemand: false,
      continues: {
        lastMessage: 'Olá',
        lastMessageAt: null,
        unreadMessages: 0,
        fromMe: false,
        heardAt: null,
        freeEntryAt: null,
      },
    },
    moment,
  );
  const ticket = committedTicket(await commitTurn(table, turn, moment));
  const { status: _status, ...rest } = fields;
  if (Object.keys(rest).length === 0) return ticket;
  await commit([table.put(Ticket, { ...ticket, ...rest }, ticket.version)]);
  return reload(table, ticket.id);
};

/** Loads a ticket as it is stored now. */
export const reload = async (table: Table, id: number): Promise<TicketRow> => {
  const ticket = await loadTicket(table, id);
  if (ticket === undefined) throw new Error(`ticket ${id} is gone`);
  return ticket;
};

export const reloadContact = async (table: Table, id: number): Promise<ContactRow> => {
  const contact = await loadContact(table, id);
  if (contact === undefined) throw new Error(`contact ${id} is gone`);
  return contact;
};

/** Writes the index rows that the stream would write for a contact. */
export const indexContact = async (
  table: Table,
  contact: ContactRow,
  tickets: { connectionId: number; ticketId: number }[] = [],
): Promise<void> => {
  const rows = indexedTokens(contact).map((place) =>
    table.put(
      ContactToken,
      {
        companyId: contact.companyId,
        ...place,
        contactId: contact.id,
        name: contact.name,
        number: contact.number,
        isGroup: contact.isGroup,
        tickets,
      },
      'any',
    ),
  );
  for (let start = 0; start < rows.length; start += 100) await commit(rows.slice(start, start + 100));
};
