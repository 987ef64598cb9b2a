import { AppError } from '@prosa/shared/errors.ts';
import { ticketAfterMessage } from '../../domain/messages/ticket-after-message.ts';
import { renderTemplate } from '../../domain/texts/render-template.ts';
import type { ChangedTicket } from '../../domain/tickets/decide-ticket-update.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { nextId } from '../../platform/table/updates.ts';
import { loadContact } from '../../repositories/contacts.ts';
import { newOutboundMessageItems, privateMessageItems } from '../../repositories/messages.ts';
import {
  type ConversationRow,
  loadTicket,
  loadTicketSurroundings,
  newTicketItems,
  type TicketPorts,
  type TicketRow,
  type TrackingRow,
  ticketTransitionItems,
} from '../../repositories/tickets.ts';
import { conflictOf, tableOf } from './ticket-access.ts';

interface Loaded {
  ticket: TicketRow;
  tracking: TrackingRow | undefined;
}

/** The messages of a step, on the ticket they belong to, and that ticket behind them. */
const messageItems = <T extends Pick<TicketRow, 'id' | 'companyId' | 'contactId' | 'queueId' | 'contact'>>(
  principal: UserPrincipal,
  ticket: T,
  connectionId: number | null,
  texts: Pick<ChangedTicket, 'text' | 'note'>,
  ports: TicketPorts,
) => {
  if (connectionId === null) return { items: [], sent: undefined };
  const { directory, user } = principal;
  const table = tableOf(principal);
  const place = { ...ticket, connectionId };
  const body =
    texts.text === null
      ? ''
      : renderTemplate(texts.text, {
          contactName: ticket.contact.name,
          ticketId: ticket.id,
          userName: user.name,
          queueName: ticket.queueId === null ? '' : (directory.queues.get(ticket.queueId)?.name ?? ''),
          connectionName: directory.connections.get(connectionId)?.name ?? '',
          companyName: directory.company.name,
          nowMs: ports.nowMs,
          timeZone: directory.company.timeZone,
        });
  const sent =
    body.trim() === '' ? undefined : newOutboundMessageItems(table, place, { body, userId: null }, ports);
  const note =
    texts.note === null
      ? undefined
      : privateMessageItems(table, place, { body: texts.note, userId: user.id }, ports);
  return { items: [...(sent?.items ?? []), ...(note?.items ?? [])], sent: sent?.message };
};

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

const commitSuccession = async (
  principal: UserPrincipal,
  { ticket, tracking }: Loaded,
  decision: ChangedTicket,
  successor: NonNullable<ChangedTicket['successor']>,
  ports: TicketPorts,
): Promise<TicketRow> => {
  const table = tableOf(principal);
  const { connectionId } = ticket;
  if (connectionId === null) throw new Error('a ticket without a connection has no successor');
  const [surroundings, contact, ticketId] = await Promise.all([
    loadTicketSurroundings(table, decision.after),
    loadContact(table, ticket.contactId),
    nextId(table, 'ticket'),
  ]);
  if (contact === undefined) throw new AppError('ERR_TICKET_TRANSITION');
  const messages = messageItems(
    principal,
    { ...ticket, id: ticketId, queueId: successor.queueId },
    connectionId,
    decision,
    ports,
  );
  const said = messages.sent === undefined ? ticket : ticketAfterMessage(ticket, messages.sent);
  const ended = ticketTransitionItems(
    table,
    {
      before: ticket,
      after: decision.after,
      logs: decision.logs,
      tracking: decision.tracking === undefined ? undefined : { before: tracking, after: decision.tracking },
      ...surroundings,
      successorId: ticketId,
    },
    ports,
  );
  const begun = newTicketItems(
    table,
    {
      contact,
      succeeds: true,
      connectionId,
      channel: ticket.channel,
      conversation: surroundings.conversation,
      ...successor,
      isGroup: ticket.isGroup,
      isBot: false,
      isActiveDemand: ticket.isActiveDemand,
      lastMessage: said.lastMessage,
      lastMessageAt: said.lastMessageAt,
      unread: said.unreadMessages,
      fromMe: said.fromMe,
    },
    { ...ports, ticketId },
  );
  await commit([...ended.items, ...begun.items, ...messages.items]);
  return begun.ticket;
};

/**
 * Commits a decided step with everything that goes with it, in one transaction.
 * @returns the ticket that goes on: a transfer may end one and begin another
 */
export const commitTicketChange = async (
  principal: UserPrincipal,
  loaded: Loaded,
  decision: ChangedTicket,
  ports: TicketPorts,
): Promise<TicketRow> => {
  if (decision.successor !== null) {
    return commitSuccession(principal, loaded, decision, decision.successor, ports);
  }
  const { ticket, tracking } = loaded;
  const table = tableOf(principal);
  const turns = (ticket.status === 'closed') !== (decision.after.status === 'closed');
  const surroundings = turns
    ? await loadTicketSurroundings(table, decision.after)
    : { conversation: undefined };
  if (turns && decision.after.status !== 'closed') {
    await refuseSecondActive(principal, ticket, surroundings.conversation);
  }
  const messages = messageItems(principal, decision.after, ticket.connectionId, decision, ports);
  const step = ticketTransitionItems(
    table,
    {
      before: ticket,
      after: messages.sent === undefined ? decision.after : ticketAfterMessage(decision.after, messages.sent),
      logs: decision.logs,
      tracking: decision.tracking === undefined ? undefined : { before: tracking, after: decision.tracking },
      ...surroundings,
    },
    ports,
  );
  const items: WriteItem[] = [...step.items, ...messages.items];
  await commit(items);
  return step.ticket;
};
