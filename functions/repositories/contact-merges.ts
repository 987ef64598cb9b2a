import { idSchema } from '@prosa/shared/entities/common.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket.ts';
import * as z from 'zod';
import { ticketContactOf } from '../domain/presenters/present-contact.ts';
import { closedTicket } from '../domain/tickets/closed-ticket.ts';
import { endedByMergeTurn, type Meeting, movedTicketTurn } from '../domain/turns/merge-contacts-turns.ts';
import { mergeTurns } from '../domain/turns/turn.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { ContactTicket } from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Table } from '../platform/table/table.ts';
import { nextId } from '../platform/table/updates.ts';
import { commitTurn } from './commit-turn.ts';
import { type ContactRow, loadContact, loadContactWithConversations, loadShownTickets } from './contacts.ts';
import {
  loadConversation,
  loadTicket,
  loadTicketSurroundings,
  loadTicketWithTracking,
  type TicketRow,
} from './tickets.ts';

const PAGE = 100;
const PARALLEL = 5;

/** A contact that was merged, and who did it. */
export const contactMergeSchema = z.object({ contactId: idSchema, userId: idSchema });
export type ContactMergeTask = z.infer<typeof contactMergeSchema>;

interface Ports {
  ids: Ids;
  clock: Clock;
  /** Epoch milliseconds at which to stop and leave the rest to another call. */
  untilMs: number;
}

const meetingOf = async (
  table: Table,
  ticket: TicketRow,
  kept: ContactRow,
  now: string,
): Promise<Meeting> => {
  const { connectionId } = ticket;
  const surroundings = await loadTicketSurroundings(table, closedTicket(ticket, now));
  if (connectionId === null)
    return { ...surroundings, keptConversation: undefined, keptActive: undefined, ticketId: undefined };
  const conversation = await loadConversation(table, kept.id, connectionId);
  const activeId = conversation?.activeTicketId ?? null;
  const pointed = activeId === null ? undefined : await loadTicket(table, activeId);
  const active = pointed !== undefined && isActiveStatus(pointed.status) ? pointed : undefined;
  return {
    ...surroundings,
    // A pointer to a ticket that is gone points to nothing; one that was closed this moment is decided again.
    keptConversation:
      conversation === undefined || active !== undefined
        ? conversation
        : { ...conversation, activeTicketId: null },
    keptActive: active,
    ticketId: active === undefined ? await nextId(table, 'ticket') : undefined,
  };
};

/** Has one ticket of a merged contact follow it. One that it has no more is left alone. */
const moveTicket = (table: Table, ticketId: number, task: ContactMergeTask, ports: Ports): Promise<void> =>
  retryOnConflict(async () => {
    const [kept, loaded] = await Promise.all([
      loadContact(table, task.contactId),
      loadTicketWithTracking(table, ticketId),
    ]);
    if (kept === undefined || loaded === undefined || loaded.ticket.contact.id === kept.id) return;
    const moment = { ids: ports.ids, nowMs: ports.clock.now() };
    const moved = { ...loaded, kept, userId: task.userId };
    const turn =
      loaded.ticket.status === 'closed'
        ? movedTicketTurn(moved)
        : endedByMergeTurn(
            moved,
            await meetingOf(table, loaded.ticket, kept, toInstant(moment.nowMs)),
            moment,
          );
    await commitTurn(table, turn, moment);
  });

/** Has every ticket of a merged contact follow it, whose pointers go over with them: what is done is done. */
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

/** Has the tickets that lists show of the contact that is kept say what it has become. */
const refreshShown = (table: Table, task: ContactMergeTask, ports: Ports): Promise<void> =>
  retryOnConflict(async () => {
    const kept = await loadContact(table, task.contactId);
    const loaded = kept === undefined ? undefined : await loadContactWithConversations(table, kept.id);
    if (loaded === undefined) return;
    const contact = ticketContactOf(loaded.contact);
    const text = JSON.stringify(contact);
    const shown = await loadShownTickets(table, loaded.conversations);
    const isBehind = (ticket: TicketRow) =>
      ticket.contact.id === contact.id && JSON.stringify(ticket.contact) !== text;
    for (const before of shown.filter(isBehind)) {
      const turn = mergeTurns({ tickets: [{ before, after: { ...before, contact } }] });
      await commitTurn(table, turn, { ids: ports.ids, nowMs: ports.clock.now() });
    }
  });

/**
 * Has what a merged contact had follow it: its tickets go over to the contact that is kept, and of those that are active on
 * a connection one stays. Each ticket is a transaction of its own, so that a call cut short is simply made again.
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

/** The tickets that a contact has, as far as `limit` of them. One consistent query. */
export const countTicketsOfContact = async (
  table: Table,
  contactId: number,
  limit: number,
): Promise<number> => {
  const { pk } = keys.contactTicket({ contactId, ticketId: 0 });
  return (await table.query(ContactTicket, { pk, limit, consistent: true })).rows.length;
};
