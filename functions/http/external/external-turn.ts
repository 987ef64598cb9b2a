import { AppError } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import type { ContactScene } from '../../conversations/scene.ts';
import { requireUnblocked } from '../../domain/contacts/require-unblocked.ts';
import { attendanceOf, newTicketNumber, surroundingsOf, type World } from '../../domain/engine/world.ts';
import { placeMessage, type WantedPlace } from '../../domain/external/place-message.ts';
import { continuedAttendance, newAttendance } from '../../domain/tickets/attendance.ts';
import { beginAnew } from '../../domain/turns/begin-anew.ts';
import { type Draft, send } from '../../domain/turns/message-turns.ts';
import { closeBehind, stepTicket } from '../../domain/turns/ticket-turns.ts';
import { instantOf, type Moment, type Turn, ticketOf, turnOn } from '../../domain/turns/turn.ts';
import { type ApiTokenPrincipal, viewerOf } from '../../platform/auth/principal.ts';

/** A message in the form that the customer receives. */
export type ExternalDraft = Pick<Draft, 'body' | 'mediaType' | 'media' | 'dataJson'>;

export interface ExternalSend {
  principal: ApiTokenPrincipal;
  wanted: WantedPlace;
  drafts: readonly ExternalDraft[];
  /** Whether the ticket is closed with the messages. */
  closes: boolean;
}

/** Messages of one call: each takes two of the 100 writes of a transaction. */
const MESSAGES_MAX = 40;

/** @throws AppError ERR_VALIDATION if a long text under many files makes too many messages for one transaction */
export const requireFewMessages = (messages: readonly unknown[]): void => {
  if (messages.length <= MESSAGES_MAX) return;
  const message = `needs more than ${MESSAGES_MAX} messages`;
  throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.body', message }] });
};

/**
 * The error of a conversation that the call cannot have. It names neither ticket nor attendant nor queue, because the
 * conversation may be hidden from the user who holds the token.
 */
const elsewhere = (): AppError =>
  new AppError('ERR_TICKET_ELSEWHERE', {
    edgeText: 'The contact is attended by another attendant or in another queue.',
  });

/** Returns the turn that finds or makes the ticket for the messages. @throws AppError ERR_TICKET_ELSEWHERE */
const placeTicket = (
  { principal, wanted }: ExternalSend,
  { contact, conversation, active }: ContactScene,
  world: World,
  moment: Moment,
): Turn => {
  const { connection, directory } = principal;
  const { isGroup } = contact;
  const named = wanted.userId === null ? undefined : directory.users.get(wanted.userId);
  const taker = named && viewerOf(named, directory);
  const placement = placeMessage(active, wanted, taker, { isGroup, groupAsTicket: connection.groupAsTicket });
  if (placement.kind === 'elsewhere') throw elsewhere();
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
          : newAttendance(after, moment, attendance !== undefined),
      },
    },
    moment,
  );
};

/**
 * Sends the messages of a call: finds or makes the ticket, and closes it if requested, without a farewell. All of it is
 * one turn, so that no crash leaves a part.
 * @throws AppError ERR_CONTACT_BLOCKED; ERR_TICKET_ELSEWHERE; ERR_VALIDATION, as
 * {@link requireFewMessages}; the errors of `send`
 */
export const externalTurn = (
  sending: ExternalSend,
  scene: ContactScene,
  world: World,
  moment: Moment,
): Turn => {
  requireUnblocked(scene.contact);
  const channel = channelOf(sending.principal.connection);
  const said = sending.drafts.reduce(
    (turn, draft) => send(turn, { ...draft, userId: null }, channel, moment),
    placeTicket(sending, scene, world, moment),
  );
  requireFewMessages(said.messages);
  if (!sending.closes) return said;
  const around = { attendance: attendanceOf(said, world), ...surroundingsOf(world, ticketOf(said)) };
  return closeBehind(said, around, { userId: null, logType: 'closed' }, moment);
};
