import { type externalRoutes, PHONE_MAX_DIGITS } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { channelOf } from '../../channels/channels.ts';
import { watched } from '../../domain/engine/watch.ts';
import { type Placement, placeMessage, type WantedPlace } from '../../domain/external/place-message.ts';
import { signedText } from '../../domain/messages/outbound-content.ts';
import { continuedTracking, newTracking } from '../../domain/tickets/tracking.ts';
import { type Draft, send, sendUnkept } from '../../domain/turns/message-turns.ts';
import { closeTicket, newTicket, stepTicket } from '../../domain/turns/ticket-turns.ts';
import { instantOf, type Moment, type Turn, ticketOf } from '../../domain/turns/turn.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { commitTurn } from '../../repositories/commit-turn.ts';
import { isConnected } from '../../repositories/connections.ts';
import type { ContactRow } from '../../repositories/contacts.ts';
import { ensureContact } from '../../repositories/ensure-contact.ts';
import {
  loadConversation,
  loadTicketSurroundings,
  loadTicketWithTracking,
} from '../../repositories/tickets.ts';

export interface Sending {
  table: Table;
  principal: ApiTokenPrincipal;
  contact: ContactRow;
  wanted: WantedPlace;
  /** As the customer gets it. */
  draft: Pick<Draft, 'body' | 'mediaType' | 'media'>;
  momentNow: () => Moment;
}

/**
 * Refuses a request whose connection is not up. One read of half a unit.
 * @throws AppError ERR_WAPP_NOT_INITIALIZED
 */
export const requireConnected = async ({ companyId, connection }: ApiTokenPrincipal): Promise<void> => {
  if (!(await isConnected(openTable(companyId), connection.id)))
    throw new AppError('ERR_WAPP_NOT_INITIALIZED');
};

/**
 * What a request names must be the company's, and the connection alive.
 * @throws AppError ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_WAPP_NOT_INITIALIZED
 */
const requirePossible = async (
  principal: ApiTokenPrincipal,
  { userId, queueId }: WantedPlace,
  connectionId: number | null,
): Promise<void> => {
  const { connection, directory } = principal;
  if (connectionId !== null && connectionId !== connection.id) throw new AppError('ERR_NO_PERMISSION');
  if (userId !== null && directory.users.get(userId)?.active !== true)
    throw new AppError('ERR_NO_USER_FOUND');
  if (queueId !== null && !directory.queues.has(queueId)) throw new AppError('ERR_NO_QUEUE_FOUND');
  await requireConnected(principal);
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

/** The ticket that the message goes on, as a turn. @throws AppError ERR_TICKET_ELSEWHERE */
const placeTicket = async ({ table, principal, contact, wanted }: Sending, moment: Moment): Promise<Turn> => {
  const { connection } = principal;
  const conversation = await loadConversation(table, contact.id, connection.id);
  const activeId = conversation?.activeTicketId ?? null;
  const active = activeId === null ? undefined : await loadTicketWithTracking(table, activeId);
  const { isGroup } = contact;
  const placement = placeMessage(active?.ticket, wanted, {
    isGroup,
    groupAsTicket: connection.groupAsTicket,
  });
  if (placement.kind === 'elsewhere') throw refuseElsewhere(principal, placement);
  if (placement.kind === 'create') {
    const { kind: _kind, ...place } = placement;
    const { id: connectionId, channel } = connection;
    const ticketId = await nextId(table, 'ticket');
    const about = { ticketId, contact, connectionId, channel, conversation, isActiveDemand: true };
    return newTicket({ ...about, ...place }, moment);
  }
  if (active === undefined) throw new Error('there is no ticket to continue');
  const { after, isTakenOver } = placement;
  const { ticket: before, tracking } = active;
  const isRunning = tracking !== undefined && tracking.finishedAt === null;
  return stepTicket(
    {
      before,
      after,
      logs: isTakenOver ? [{ type: 'open', userId: after.userId, queueId: after.queueId }] : [],
      tracking: {
        before: tracking,
        after: isRunning ? continuedTracking(tracking, after, instantOf(moment)) : newTracking(after, moment),
      },
    },
    moment,
  );
};

/** Has the message sent from its ticket, in one transaction. Returns the ticket's id. */
const sendFrom = async (sending: Sending): Promise<number> => {
  const { table, principal, draft, momentNow } = sending;
  const moment = momentNow();
  const turn = send(
    await placeTicket(sending, moment),
    { ...draft, userId: null },
    channelOf(principal.connection),
    moment,
  );
  await commitTurn(table, watched(turn, principal.directory, moment), moment);
  return ticketOf(turn).id;
};

/** Closes the ticket behind the message: a step of its own, as it always was for these callers. */
export const closeBehind = (table: Table, ticketId: number, momentNow: () => Moment): Promise<void> =>
  retryOnConflict(async () => {
    const moment = momentNow();
    const loaded = await loadTicketWithTracking(table, ticketId);
    if (loaded === undefined || loaded.ticket.status === 'closed') return;
    const surroundings = await loadTicketSurroundings(table, loaded.ticket);
    const by = { userId: null, logType: 'closed' } as const;
    await commitTurn(table, closeTicket({ ...loaded, ...surroundings }, by, moment), moment);
  });

const identityOf = (number: string): Identity => ({
  kind: number.length > PHONE_MAX_DIGITS ? 'group' : 'phone',
  value: number,
});

/** The contact with a number, as it is or made in a transaction of its own. */
export const contactOf = (
  { companyId, connection, directory }: ApiTokenPrincipal,
  number: string,
  moment: Moment,
): Promise<ContactRow> => {
  const identity = identityOf(number);
  return ensureContact(
    { table: openTable(companyId), directory, ...moment },
    {
      identities: [identity],
      isGroup: identity.kind === 'group',
      connectionId: connection.id,
      channel: connection.channel,
    },
  );
};

/**
 * Has a message sent to a contact: finds or makes the ticket and stores the message with the command that sends it, in
 * one transaction. Returns the ticket's id.
 * @throws AppError ERR_TICKET_ELSEWHERE naming the attendant and queue that have the conversation
 */
export const sendKept = (sending: Sending): Promise<number> => retryOnConflict(() => sendFrom(sending));

/**
 * Sends a text over the token's connection: finds or makes the contact, and goes on as {@link sendKept}, closing the ticket where
 * asked; or only sends it (one transaction of nothing but the command).
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
  await requirePossible(principal, wanted, body.whatsappId ?? null);
  const table = openTable(companyId);
  const signer = wanted.userId === null ? undefined : directory.users.get(wanted.userId);
  const text = body.sendSignature && signer !== undefined ? signedText(body.body, signer.name) : body.body;
  const momentNow = (): Moment => ({ ids, nowMs: clock.now() });
  if (body.noRegister) {
    const where = { companyId, connectionId: connection.id, to: identityOf(body.number), text };
    const moment = momentNow();
    const calls = sendUnkept(where, channelOf(connection), moment);
    await commit(calls.map((call) => outboxItem(table, call, moment)));
    return { status: 'SUCCESS' };
  }
  const contact = await contactOf(principal, body.number, momentNow());
  const draft = { body: text };
  const ticketId = await sendKept({ table, principal, contact, wanted, draft, momentNow });
  if (body.closeTicket) await closeBehind(table, ticketId, momentNow);
  return { status: 'SUCCESS' };
};
