import { type externalRoutes, PHONE_MAX_DIGITS } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { Identity } from '@prosa/shared/messaging/inbound-event.ts';
import { channelOf } from '../../channels/channels.ts';
import { type Placement, placeMessage, type WantedPlace } from '../../domain/external/place-message.ts';
import { signedText } from '../../domain/messages/outbound-content.ts';
import { continuedTracking, newTracking } from '../../domain/tickets/tracking.ts';
import { send } from '../../domain/turns/message-turns.ts';
import { closeTicket, newTicket, stepTicket } from '../../domain/turns/ticket-turns.ts';
import { instantOf, type Moment, type Turn, ticketOf } from '../../domain/turns/turn.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { commitTurn } from '../../repositories/commit-turn.ts';
import type { ContactRow } from '../../repositories/contacts.ts';
import { ensureContact } from '../../repositories/ensure-contact.ts';
import {
  loadConversation,
  loadTicketSurroundings,
  loadTicketWithTracking,
} from '../../repositories/tickets.ts';

interface Sending {
  table: Table;
  principal: ApiTokenPrincipal;
  contact: ContactRow;
  wanted: WantedPlace;
  /** As the customer reads it. */
  text: string;
  momentNow: () => Moment;
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
  const { table, principal, text, momentNow } = sending;
  const moment = momentNow();
  const turn = send(
    await placeTicket(sending, moment),
    { body: text, userId: null },
    channelOf(principal.connection),
    moment,
  );
  await commitTurn(table, turn, moment);
  return ticketOf(turn).id;
};

/** Closes the ticket behind the message: a step of its own, as it always was for these callers. */
const closeBehind = async (table: Table, ticketId: number, moment: Moment): Promise<void> => {
  const loaded = await loadTicketWithTracking(table, ticketId);
  if (loaded === undefined || loaded.ticket.status === 'closed') return;
  const surroundings = await loadTicketSurroundings(table, loaded.ticket);
  const by = { userId: null, logType: 'closed' } as const;
  await commitTurn(table, closeTicket({ ...loaded, ...surroundings }, by, moment), moment);
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
  const momentNow = (): Moment => ({ ids, nowMs: clock.now() });
  const contact = await ensureContact(
    { table, directory, ...momentNow() },
    { identities: [identity], isGroup, connectionId: connection.id, channel: connection.channel },
  );
  const sending: Sending = { table, principal, contact, wanted, text, momentNow };
  const ticketId = await retryOnConflict(() => sendFrom(sending));
  if (body.closeTicket) await retryOnConflict(() => closeBehind(table, ticketId, momentNow()));
  return { status: 'SUCCESS' };
};
