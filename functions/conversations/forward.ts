import type { MessageMedia } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { contentDataOf } from '@prosa/shared/messaging/stored-content.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { hideNumbersOf, type NumberMask } from '@prosa/shared/rules/hide-numbers.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { newTicketNumber, type World } from '../domain/engine/world.ts';
import { outboundContentOf, signedText } from '../domain/messages/outbound-content.ts';
import { messageMask } from '../domain/presenters/present-message.ts';
import { beginAnew, isAsking } from '../domain/turns/begin-anew.ts';
import { type Moment, mergeTurns, type Turn, ticketOf, turnOn } from '../domain/turns/turn.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import type { MessageRow } from '../repositories/tickets/messages.ts';
import type { TicketRow } from '../repositories/tickets/tickets.ts';
import { asAttendant } from './actor.ts';
import { requireMessage, requireSendable } from './message-access.ts';
import * as openScene from './open-scene.ts';
import { type OwnDraft, sayAll } from './say.ts';
import type { ContactScene } from './scene.ts';
import { conflictOf, isLeft, presentationFor } from './ticket-access.ts';

/** A message that may be forwarded, and its ticket. */
type Forwardable = Awaited<ReturnType<typeof requireForwardable>>;

/** A contact on the connection of a message, with the attendant's ticket there. */
export interface ForwardScene extends ContactScene {
  forwardable: Forwardable;
}

const isForwardable = (message: MessageRow): boolean =>
  !message.isDeleted && !message.isPrivate && outboundContentOf(message) !== undefined;

/**
 * Whether a message contains a number that is hidden from the caller. Forwarding would reveal it, because a message
 * can be forwarded to the caller's own phone.
 */
const tellsHidden = (attendant: Attendant, message: MessageRow, { contact }: TicketRow): boolean => {
  const mask = messageMask(message, contact, presentationFor(attendant));
  const { body, mediaType, media } = message;
  const dataJson = contentDataOf(message.dataJson);
  return (
    mask.body(body, mediaType) !== body ||
    mask.text(media?.fileName ?? '') !== (media?.fileName ?? '') ||
    JSON.stringify(mask.data(dataJson, mediaType)) !== JSON.stringify(dataJson)
  );
};

/**
 * Loads a message that this attendant may forward.
 * @throws AppError ERR_NO_MESSAGE_FOUND, ERR_SENDING_WAPP_MSG, ERR_NO_PERMISSION for a message with a hidden number
 */
export const requireForwardable = async (attendant: Attendant, messageId: string) => {
  const { message: source, ticket: from } = await requireMessage(attendant, messageId);
  if (!isForwardable(source)) throw new AppError('ERR_SENDING_WAPP_MSG');
  if (tellsHidden(attendant, source, from)) throw new AppError('ERR_NO_PERMISSION');
  const connection = attendant.directory.connections.get(source.connectionId);
  if (connection === undefined) throw new AppError('ERR_SENDING_WAPP_MSG');
  return { source, from, connection };
};

/**
 * Opens the conversation that a message is forwarded to: the attendant's ticket with the contact, or none yet.
 * @throws AppError ERR_NO_CONTACT_FOUND, ERR_OTHER_OPEN_TICKET with the user who attends that contact
 */
export const openForward = async (
  attendant: Attendant,
  forwardable: Forwardable,
  contactId: number,
): Promise<ForwardScene> => {
  const { connectionId } = forwardable.source;
  const scene = await openScene.byContact(asAttendant(attendant), { contactId, connectionId });
  const { contact, active } = scene;
  const isMine =
    active !== undefined &&
    (active.status === 'group' || (active.status === 'open' && active.userId === attendant.userId));
  if (
    active !== undefined &&
    !isLeft(active, attendant) &&
    (!isMine || !canSeeTicket(active, attendant.viewer))
  ) {
    throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflictOf(active, attendant) });
  }
  if (contact.isGroup && !attendant.viewer.allowGroup) throw new AppError('ERR_NO_CONTACT_FOUND');
  return { ...scene, forwardable };
};

/**
 * Returns the queue of a new conversation: that of the forwarded message, if the user works there, else the user's
 * only queue.
 */
const queueFor = (attendant: Attendant, source: TicketRow): number => {
  const { queueIds } = attendant.viewer;
  const works = source.queueId !== null && (isAdmin(attendant.user) || queueIds.includes(source.queueId));
  if (source.queueId !== null && works && attendant.directory.queues.has(source.queueId))
    return source.queueId;
  const [only, ...others] = queueIds;
  if (only === undefined || others.length > 0) throw new AppError('ERR_QUEUE_REQUIRED');
  return only;
};

const beginForward = (
  attendant: Attendant,
  { contact, conversation, active, forwardable: { source, from, connection } }: ForwardScene,
  world: World,
  moment: Moment,
): Turn =>
  active === undefined || isAsking(active)
    ? beginAnew(
        active,
        {
          ticketId: newTicketNumber(world),
          contact,
          connectionId: source.connectionId,
          channel: connection.channel,
          conversation,
          status: contact.isGroup ? 'group' : 'open',
          queueId: queueFor(attendant, from),
          userId: attendant.userId,
          isActiveDemand: true,
        },
        attendant.userId,
        world,
        moment,
      )
    : turnOn(active);

/**
 * Forwards a message as a turn: on the attendant's ticket with the contact, or on a new one. Its file is copied,
 * because deleting one message must not delete the other's file.
 * @param fileKey storage key of the file's copy
 * @throws AppError ERR_QUEUE_REQUIRED, ERR_TICKET_TRANSITION, ERR_NO_WAPP_FOUND, ERR_SENDING_WAPP_MSG
 */
export const forwardTurn = (
  attendant: Attendant,
  scene: ForwardScene,
  { signed, fileKey, clientId }: { signed: boolean; fileKey: string; clientId?: string | undefined },
  world: World,
  moment: Moment,
): Turn => {
  const { source, from } = scene.forwardable;
  const turn = beginForward(attendant, scene, world, moment);
  requireSendable(attendant, ticketOf(turn));
  const media = source.media === null ? null : { ...source.media, key: fileKey };
  const draft = forwardedDraft(attendant, source, media, signed);
  const said = sayAll(turn, { drafts: [draft], isPrivate: false }, attendant, { clientId }, moment);
  if (source.media === null) return said;
  const { key, mimeType, fileName } = source.media;
  const mask: NumberMask = hideNumbersOf(from.contact, scene.contact);
  const copy = { from: key, to: fileKey, mimeType, fileName: mask.text(fileName) };
  return mergeTurns(said, { copies: [copy] });
};

/**
 * Whether a message may get a signature: texts and files that a user sent. Contact cards, menus and locations have
 * none.
 */
const isSignable = ({ mediaType, media, dataJson }: MessageRow): boolean =>
  mediaType === 'extendedTextMessage' || (media !== null && contentDataOf(dataJson) === null);

/** Returns the draft of a forwarded message. */
const forwardedDraft = (
  { user, directory }: Attendant,
  { body, mediaType, dataJson, ...source }: MessageRow,
  media: MessageMedia | null,
  signed: boolean,
): OwnDraft => ({
  body:
    signed && isSignable({ body, mediaType, dataJson, ...source }) && directory.settings.sendSignMessage
      ? signedText(body, user.name)
      : body,
  mediaType,
  media,
  // What the customer referred to is no part of the forwarded message.
  dataJson: contentDataOf(dataJson),
  isForwarded: true,
});
