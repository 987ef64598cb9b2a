import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import {
  meetingOf,
  newTicketNumber,
  otherTicket,
  surroundingsOf,
  type World,
} from '../domain/engine/world.ts';
import { ticketContactOf } from '../domain/presenters/present-contact.ts';
import { closedTicket } from '../domain/tickets/closed-ticket.ts';
import { endedByMergeTurn, type Meeting, movedTicketTurn } from '../domain/turns/merge-contacts-turns.ts';
import { instantOf, type Moment, mergeTurns } from '../domain/turns/turn.ts';
import { ContactTicket } from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import {
  type ContactRow,
  loadContact,
  loadContactWithConversations,
  loadShownTickets,
} from '../repositories/contacts/contacts.ts';
import { loadTicketWithAttendance, type TicketRow } from '../repositories/tickets/tickets.ts';
import { act } from './act.ts';
import { asSystem } from './actor.ts';
import type { SweepPorts as Ports } from './detach-tickets.ts';
import { directoryOf, emptyScene } from './scene.ts';

const PAGE = 100;
/** A transaction allows a hundred rows, and each ticket may need a timer. */
const TICKETS_PER_TURN = 40;
const PARALLEL = 5;

/** A contact that was merged, and the user who merged it. */
export interface ContactMergeTask {
  contactId: number;
  userId: number;
}

/** Loads the state that a ticket meets when it moves to the kept contact. */
const meetingAt = (ticket: TicketRow, kept: ContactRow, world: World, moment: Moment): Meeting => {
  const { connectionId } = ticket;
  const surroundings = surroundingsOf(world, closedTicket(ticket, instantOf(moment)));
  if (connectionId === null)
    return { ...surroundings, keptConversation: undefined, keptActive: undefined, ticketId: undefined };
  const conversation = meetingOf(world, kept.id, connectionId)?.conversation;
  const activeId = conversation?.activeTicketId ?? null;
  const pointed = activeId === null ? undefined : otherTicket(world, activeId);
  const active = pointed !== undefined && isActiveStatus(pointed.status) ? pointed : undefined;
  return {
    ...surroundings,
    // A pointer to a deleted ticket counts as no pointer; if the ticket was closed just now, the decision is
    // repeated.
    keptConversation:
      conversation === undefined || active !== undefined
        ? conversation
        : { ...conversation, activeTicketId: null },
    keptActive: active,
    ticketId: active === undefined ? newTicketNumber(world) : undefined,
  };
};

/** Moves one ticket of a merged contact. Does nothing if the contact no longer has the ticket. */
const moveTicket = async (
  table: Table,
  ticketId: number,
  task: ContactMergeTask,
  ports: Ports,
): Promise<void> => {
  const actor = asSystem(await directoryOf(table));
  const open = async () => {
    const [kept, found] = await Promise.all([
      loadContact(table, task.contactId),
      loadTicketWithAttendance(table, ticketId),
    ]);
    return { ...emptyScene(actor), kept, found };
  };
  await act(ports, open, ({ kept, found }, world, moment) => {
    if (kept === undefined || found === undefined || found.ticket.contact.id === kept.id) return undefined;
    const moved = { ...found, kept, userId: task.userId };
    return found.ticket.status === 'closed'
      ? movedTicketTurn(moved)
      : endedByMergeTurn(moved, meetingAt(found.ticket, kept, world, moment), moment);
  });
};

/** Moves every ticket of a merged contact. Its index entries move with it, so a repeated call does only the rest. */
const moveTickets = async (table: Table, task: ContactMergeTask, ports: Ports): Promise<boolean> => {
  let after: string | undefined;
  do {
    const page = await table.query(ContactTicket, {
      pk: keys.contactTicket({ contactId: task.contactId, ticketId: 0 }).pk,
      limit: PAGE,
      consistent: true,
      ...(after === undefined ? {} : { after }),
    });
    for (let start = 0; start < page.rows.length; start += PARALLEL) {
      if (ports.clock.now() >= ports.untilMs) return false;
      const rows = page.rows.slice(start, start + PARALLEL);
      await Promise.all(rows.map(({ ticketId }) => moveTicket(table, ticketId, task, ports)));
    }
    after = page.next;
  } while (after !== undefined);
  return true;
};

/** Updates the kept contact's data on the tickets that lists show. */
const refreshShown = async (table: Table, task: ContactMergeTask, ports: Ports): Promise<void> => {
  const actor = asSystem(await directoryOf(table));
  const open = async () => {
    const kept = await loadContact(table, task.contactId);
    const loaded = kept === undefined ? undefined : await loadContactWithConversations(table, kept.id);
    const shown = loaded === undefined ? [] : await loadShownTickets(table, loaded.conversations);
    const contact = loaded && ticketContactOf(loaded.contact);
    const text = JSON.stringify(contact);
    const isBehind = (ticket: TicketRow) =>
      ticket.contact.id === contact?.id && JSON.stringify(ticket.contact) !== text;
    return { ...emptyScene(actor), contact, behind: shown.filter(isBehind).slice(0, TICKETS_PER_TURN) };
  };
  for (let isDone = false; !isDone; ) {
    const { scene } = await act(ports, open, ({ contact, behind }) =>
      contact === undefined || behind.length === 0
        ? undefined
        : mergeTurns({ tickets: behind.map((before) => ({ before, after: { ...before, contact } })) }),
    );
    isDone = scene.behind.length < TICKETS_PER_TURN;
  }
};

/**
 * Completes a merge: moves the merged contact's tickets to the kept contact; of two active tickets on one connection
 * only one stays active. Each ticket is a transaction of its own, so an interrupted call is simply repeated.
 * @returns whether all is done; if not, call again
 */
export const completeContactMerge = async (
  table: Table,
  task: ContactMergeTask,
  ports: Ports,
): Promise<boolean> => {
  if (!(await moveTickets(table, task, ports))) return false;
  await refreshShown(table, task, ports);
  return true;
};

/** Counts the tickets of a contact, up to `limit`. One consistent query. */
export const countTicketsOfContact = async (
  table: Table,
  contactId: number,
  limit: number,
): Promise<number> => {
  const { pk } = keys.contactTicket({ contactId, ticketId: 0 });
  return (await table.query(ContactTicket, { pk, limit, consistent: true })).rows.length;
};
