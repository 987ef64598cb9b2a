import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { channelOf } from '../../channels/channels.ts';
import { renderTemplate } from '../../domain/texts/render-template.ts';
import type { ChangedTicket } from '../../domain/tickets/decide-ticket-update.ts';
import { attendantTurn } from '../../domain/turns/attendant-turn.ts';
import type { Moment } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { nextId } from '../../platform/table/updates.ts';
import { commitTurn, committedTicket } from '../../repositories/commit-turn.ts';
import { loadContact } from '../../repositories/contacts.ts';
import {
  type ConversationRow,
  loadTicket,
  loadTicketSurroundings,
  type TicketRow,
  type TrackingRow,
} from '../../repositories/tickets.ts';
import { conflictOf, tableOf } from './ticket-access.ts';

interface Loaded {
  ticket: TicketRow;
  tracking: TrackingRow | undefined;
}

/** Fills a text's placeholders as this attendant says it on a ticket. */
const filler =
  ({ directory, user }: UserPrincipal, nowMs: number) =>
  (text: string, { id, contact, queueId, connectionId }: Ticket): string =>
    renderTemplate(text, {
      contactName: nameBesideNumber(contact),
      ticketId: id,
      userName: user.name,
      queueName: queueId === null ? '' : (directory.queues.get(queueId)?.name ?? ''),
      connectionName: connectionId === null ? '' : (directory.connections.get(connectionId)?.name ?? ''),
      companyName: directory.company.name,
      nowMs,
      timeZone: directory.company.timeZone,
    });

/** Refuses to bring a second ticket of the same contact and connection to life. */
const refuseSecondActive = async (
  principal: UserPrincipal,
  ticket: TicketRow,
  conversation: ConversationRow | undefined,
): Promise<void> => {
  const activeId = conversation?.activeTicketId ?? null;
  if (activeId === null || activeId === ticket.id) return;
  const active = await loadTicket(tableOf(principal), activeId);
  if (active === undefined) throw new AppError('ERR_CONFLICT');
  throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflictOf(active, principal) });
};

/** What the new ticket of a transfer is made of. */
const loadSuccessor = async (principal: UserPrincipal, ticket: TicketRow) => {
  const table = tableOf(principal);
  const [contact, ticketId] = await Promise.all([
    loadContact(table, ticket.contactId),
    nextId(table, 'ticket'),
  ]);
  if (contact === undefined) throw new AppError('ERR_TICKET_TRANSITION');
  return { contact, ticketId };
};

/**
 * Commits a decided step with everything that goes with it, in one transaction.
 * @returns the ticket that goes on: a transfer may end one and begin another
 */
export const commitTicketChange = async (
  principal: UserPrincipal,
  loaded: Loaded,
  decision: ChangedTicket,
  moment: Moment,
): Promise<TicketRow> => {
  const { ticket } = loaded;
  const table = tableOf(principal);
  const turns = (ticket.status === 'closed') !== (decision.after.status === 'closed');
  const [surroundings, successor] = await Promise.all([
    turns ? loadTicketSurroundings(table, decision.after) : undefined,
    decision.successor === null ? undefined : loadSuccessor(principal, ticket),
  ]);
  if (turns && decision.after.status !== 'closed') {
    await refuseSecondActive(principal, ticket, surroundings?.conversation);
  }
  const turn = attendantTurn(
    {
      ...loaded,
      decision,
      surroundings,
      successor,
      actorId: principal.userId,
      channel: channelOf(ticket),
      fill: filler(principal, moment.nowMs),
    },
    moment,
  );
  return committedTicket(await commitTurn(table, turn, moment));
};
