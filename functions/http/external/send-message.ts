import type { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import { act, committedTicket, type Ports } from '../../conversations/act.ts';
import { asToken } from '../../conversations/actor.ts';
import { closeTicket } from '../../conversations/close-ticket.ts';
import { ensureContact } from '../../conversations/ensure-contact.ts';
import * as openScene from '../../conversations/open-scene.ts';
import type { ContactScene } from '../../conversations/scene.ts';
import { attendanceOf, newTicketNumber, type World } from '../../domain/engine/world.ts';
import { type Placement, placeMessage, type WantedPlace } from '../../domain/external/place-message.ts';
import { signedText } from '../../domain/messages/outbound-content.ts';
import { continuedAttendance, newAttendance } from '../../domain/tickets/attendance.ts';
import { beginAnew } from '../../domain/turns/begin-anew.ts';
import { type Draft, send, sendUnkept } from '../../domain/turns/message-turns.ts';
import { stepTicket } from '../../domain/turns/ticket-turns.ts';
import { instantOf, type Moment, type Turn, turnOn } from '../../domain/turns/turn.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { openTable } from '../../platform/table/table.ts';
import { isConnected } from '../../repositories/connections/connections.ts';
import type { ContactRow } from '../../repositories/contacts/contacts.ts';
import { identityOf, requireOpenWindow } from './recipient.ts';

export interface Sending {
  principal: ApiTokenPrincipal;
  contact: ContactRow;
  wanted: WantedPlace;
  /** The message in the form that the customer receives. */
  draft: Pick<Draft, 'body' | 'mediaType' | 'media'>;
}

/**
 * Refuses a request whose connection is not connected. One read of half a unit.
 * @throws AppError ERR_WAPP_NOT_INITIALIZED
 */
export const requireConnected = async ({ companyId, connection }: ApiTokenPrincipal): Promise<void> => {
  if (!(await isConnected(openTable(companyId), connection.id)))
    throw new AppError('ERR_WAPP_NOT_INITIALIZED');
};

/**
 * Requires that the ids of a request belong to the company, and that the connection is connected.
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

/**
 * Returns the error that names the attendant and queue of the conversation, in the format that the API specification
 * promises.
 */
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

/** Returns the turn that finds or makes the ticket for the message. @throws AppError ERR_TICKET_ELSEWHERE */
const placeTicket = (
  { principal, wanted }: Sending,
  { contact, conversation, active }: ContactScene,
  world: World,
  moment: Moment,
): Turn => {
  const { connection } = principal;
  const { isGroup } = contact;
  const placement = placeMessage(active, wanted, { isGroup, groupAsTicket: connection.groupAsTicket });
  if (placement.kind === 'elsewhere') throw refuseElsewhere(principal, placement);
  if (placement.kind === 'create') {
    const { kind: _kind, ...place } = placement;
    const { id: connectionId, channel } = connection;
    const ticketId = newTicketNumber(world);
    const about = { ticketId, contact, connectionId, channel, conversation, isActiveDemand: true };
    return beginAnew(active, { ...about, ...place }, null, world, moment);
  }
  if (active === undefined) throw new Error('there is no ticket to continue');
  const { after, isTakenOver } = placement;
  const attendance = attendanceOf(turnOn(active), world);
  const isRunning = attendance !== undefined && attendance.finishedAt === null;
  return stepTicket(
    {
      before: active,
      after,
      logs: isTakenOver ? [{ type: 'open', userId: after.userId, queueId: after.queueId }] : [],
      attendance: {
        before: attendance,
        after: isRunning
          ? continuedAttendance(attendance, after, instantOf(moment))
          : newAttendance(after, moment),
      },
    },
    moment,
  );
};

/** Closes the ticket after the message, in a separate transaction, as this API always did. */
export const closeBehind = (ports: Ports, principal: ApiTokenPrincipal, ticketId: number): Promise<boolean> =>
  closeTicket(
    ports,
    asToken(principal),
    ticketId,
    { userId: null, logType: 'closed' },
    ({ status }) => status !== 'closed',
  );

/** Returns the contact with a number, or creates it in a transaction of its own. */
export const contactOf = (
  { companyId, connection, directory }: ApiTokenPrincipal,
  number: string,
  moment: Moment,
): Promise<ContactRow> => {
  const identity = identityOf(channelOf(connection), number);
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
 * Sends a message to a contact: finds or makes the ticket and stores the message with the command that sends it, in
 * one transaction. Returns the ticket's id.
 * @throws AppError ERR_TICKET_ELSEWHERE naming the attendant and queue of the conversation
 */
export const sendKept = async (ports: Ports, sending: Sending): Promise<number> => {
  const { principal, contact, draft } = sending;
  const { connection } = principal;
  const place = { contactId: contact.id, connectionId: connection.id };
  const open = () => openScene.byContact(asToken(principal), place);
  const { done } = await act(ports, open, (scene, world, moment) =>
    send(
      placeTicket(sending, scene, world, moment),
      { ...draft, userId: null },
      channelOf(connection),
      moment,
    ),
  );
  return committedTicket(done).id;
};

/**
 * Sends a text over the token's connection. Either finds or makes the contact, continues as {@link sendKept} and
 * closes the ticket if requested; or only sends the text (one transaction with nothing but the command).
 * @throws AppError ERR_TICKET_ELSEWHERE naming the attendant and queue of the conversation, ERR_REPLY_WINDOW_CLOSED
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
  const moment = { ids, nowMs: clock.now() };
  await requireOpenWindow(principal, body.number, moment.nowMs);
  if (body.noRegister) {
    const channel = channelOf(connection);
    const to = identityOf(channel, body.number);
    const calls = sendUnkept({ companyId, connectionId: connection.id, to, text }, channel, moment);
    await commit(calls.map((call) => outboxItem(table, call, moment)));
    return { status: 'SUCCESS' };
  }
  const contact = await contactOf(principal, body.number, moment);
  const ports = { ids, clock };
  const ticketId = await sendKept(ports, { principal, contact, wanted, draft: { body: text } });
  if (body.closeTicket) await closeBehind(ports, principal, ticketId);
  return { status: 'SUCCESS' };
};
