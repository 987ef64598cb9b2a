import { type externalRoutes, PHONE_MAX_DIGITS } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { Identity } from '@prosa/shared/messaging/inbound-event.ts';
import { type Placement, placeMessage, type WantedPlace } from '../../domain/external/place-message.ts';
import { signedText } from '../../domain/messages/signed-text.ts';
import { ticketAfterMessage } from '../../domain/messages/ticket-after-message.ts';
import { ticketContactOf } from '../../domain/presenters/present-contact.ts';
import { continuedTracking } from '../../domain/tickets/tracking.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import type { ContactRow } from '../../repositories/contacts.ts';
import { ensureContact } from '../../repositories/ensure-contact.ts';
import { newOutboundMessageItems } from '../../repositories/messages.ts';
import {
  closeTicketItems,
  loadConversation,
  loadTicketSurroundings,
  loadTicketWithTracking,
  newTicketItems,
  startTracking,
  type TicketPorts,
  ticketTransitionItems,
} from '../../repositories/tickets.ts';

interface Sending {
  table: Table;
  principal: ApiTokenPrincipal;
  contact: ContactRow;
  wanted: WantedPlace;
  /** As the customer reads it. */
  text: string;
  portsNow: () => TicketPorts;
}

/**
 * What a request names must be the company's, and the connection alive.
 * @throws AppError ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_WAPP_NOT_INITIALIZED
 */
const requirePossible = (
  { connection, directory }: ApiTokenPrincipal,
  { userId, queueId }: WantedPlace,
  connectionId: number | null,
): void => {
  if (connectionId !== null && connectionId !== connection.id) throw new AppError('ERR_NO_PERMISSION');
  if (userId !== null && directory.users.get(userId)?.active !== true)
    throw new AppError('ERR_NO_USER_FOUND');
  if (queueId !== null && !directory.queues.has(queueId)) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (directory.states.get(connection.id)?.status !== 'CONNECTED')
    throw new AppError('ERR_WAPP_NOT_INITIALIZED');
};

/** Says who has the conversation, as the specification's callers read it. */
const refuseElsewhere = (
  { directory }: ApiTokenPrincipal,
  { ticket }: Extract<Placement, { kind: 'elsewhere' }>,
): AppError => {
  const { id, userId, queueId } = ticket;
  const user = userId === null ? 'nobody' : (directory.users.get(userId)?.name ?? String(userId));
  const queue = queueId === null ? 'none' : (directory.queues.get(queueId)?.name ?? String(queueId));
  return new AppError('ERR_TICKET_ELSEWHERE', {
    details: { ticketId: id, userId, queueId },
    edgeText: `Ticket ${id} is attended elsewhere. Attendant: ${user}. Queue: ${queue}.`,
  });
};

/** Stores the message on its ticket and has it sent, in one transaction. Returns the ticket's id. */
const storeMessage = async ({
  table,
  principal,
  contact,
  wanted,
  text,
  portsNow,
}: Sending): Promise<number> => {
  const { connection } = principal;
  const conversation = await loadConversation(table, contact.id, connection.id);
  const activeId = conversation?.activeTicketId ?? null;
  const active = activeId === null ? undefined : await loadTicketWithTracking(table, activeId);
  const placement = placeMessage(active?.ticket, wanted, {
    isGroup: contact.isGroup,
    groupAsTicket: connection.groupAsTicket,
  });
  const ports = portsNow();
  const draft = { body: text, userId: null };
  if (placement.kind === 'elsewhere') throw refuseElsewhere(principal, placement);
  if (placement.kind === 'create') {
    const { kind: _kind, ...place } = placement;
    const ticketId = await nextId(table, 'ticket');
    const sent = newOutboundMessageItems(
      table,
      {
        companyId: principal.companyId,
        id: ticketId,
        contactId: contact.id,
        contact: ticketContactOf(contact),
        connectionId: connection.id,
        queueId: place.queueId,
      },
      draft,
      ports,
    );
    const created = newTicketItems(
      table,
      {
        ...place,
        contact,
        connectionId: connection.id,
        channel: connection.channel,
        conversation,
        isGroup: contact.isGroup,
        isBot: false,
        isActiveDemand: true,
        lastMessage: '',
        unread: 0,
        fromMe: true,
        adjust: (ticket) => ticketAfterMessage(ticket, sent.message),
      },
      { ...ports, ticketId },
    );
    await commit([...created.items, ...sent.items]);
    return ticketId;
  }
  if (active === undefined) throw new Error('there is no ticket to continue');
  const { after, isTakenOver } = placement;
  const now = toInstant(ports.nowMs);
  const sent = newOutboundMessageItems(table, { ...after, connectionId: connection.id }, draft, ports);
  const running = active.tracking?.finishedAt === null ? active.tracking : undefined;
  const step = ticketTransitionItems(
    table,
    {
      before: active.ticket,
      after: ticketAfterMessage(after, sent.message),
      logs: isTakenOver ? [{ type: 'open', userId: after.userId, queueId: after.queueId }] : [],
      tracking: {
        before: active.tracking,
        after: running === undefined ? startTracking(after, ports) : continuedTracking(running, after, now),
      },
      conversation,
    },
    ports,
  );
  await commit([...step.items, ...sent.items]);
  return active.ticket.id;
};

/** Closes the ticket behind the message: a step of its own, as it always was for these callers. */
const closeTicket = async (table: Table, ticketId: number, ports: TicketPorts): Promise<void> => {
  const loaded = await loadTicketWithTracking(table, ticketId);
  if (loaded === undefined || loaded.ticket.status === 'closed') return;
  const surroundings = await loadTicketSurroundings(table, loaded.ticket);
  const by = { userId: null, logType: 'closed' } as const;
  await commit(closeTicketItems(table, { ...loaded, ...surroundings }, by, ports).items);
};

/**
 * Sends a text over the token's connection: finds or makes the contact (one transaction where it is new), finds or
 * makes the ticket and stores the message with the command that sends it (one transaction), and closes where asked.
 * @throws AppError ERR_TICKET_ELSEWHERE naming the attendant and queue that have the conversation
 */
export const sendExternalMessage: RouteHandler<typeof externalRoutes.sendMessage> = async ({
  principal,
  body,
  ids,
  clock,
}) => {
  const { companyId, connection, directory } = principal;
  const wanted = { userId: body.userId ?? null, queueId: body.queueId ?? null };
  requirePossible(principal, wanted, body.whatsappId ?? null);
  const table = openTable(companyId);
  const isGroup = body.number.length > PHONE_MAX_DIGITS;
  const identity: Identity = { kind: isGroup ? 'group' : 'phone', value: body.number };
  const signer = wanted.userId === null ? undefined : directory.users.get(wanted.userId);
  const text = body.sendSignature && signer !== undefined ? signedText(body.body, signer.name) : body.body;
  const portsNow = (): TicketPorts => ({ ids, nowMs: clock.now() });
  const contact = await ensureContact(
    { table, directory, nowMs: clock.now() },
    { identities: [identity], isGroup, connectionId: connection.id, channel: connection.channel },
  );
  const sending: Sending = { table, principal, contact, wanted, text, portsNow };
  const ticketId = await retryOnConflict(() => storeMessage(sending));
  if (body.closeTicket) await retryOnConflict(() => closeTicket(table, ticketId, portsNow()));
  return { status: 'SUCCESS' };
};
