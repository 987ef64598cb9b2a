import type { MessageMedia } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hideNumbersOf, type NumberMask } from '@prosa/shared/rules/hide-numbers.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { newTicketNumber, type World } from '../domain/engine/world.ts';
import { outboundContentOf, signedText } from '../domain/messages/outbound-content.ts';
import { messageMask } from '../domain/presenters/present-message.ts';
import { newTicket } from '../domain/turns/ticket-turns.ts';
import { type Moment, mergeTurns, type Turn, ticketOf, turnOn } from '../domain/turns/turn.ts';
import type { Attendant } from '../platform/auth/principal.ts';
import type { MessageRow } from '../repositories/tickets/messages.ts';
import type { TicketRow } from '../repositories/tickets/tickets.ts';
import { asAttendant } from './actor.ts';
import { requireMessage, requireSendable } from './message-access.ts';
import * as openScene from './open-scene.ts';
import { type OwnDraft, sayAll } from './say.ts';
import type { ContactScene } from './scene.ts';
import { conflictOf, isAdmin, presentationFor } from './ticket-access.ts';

/** A message that may be sent on, and where it stands. */
type Forwardable = Awaited<ReturnType<typeof requireForwardable>>;

/** A contact on the connection of a message, with the ticket that the attendant has there. */
export interface ForwardScene extends ContactScene {
  forwardable: Forwardable;
}

const isForwardable = (message: MessageRow): boolean =>
  !message.isDeleted && !message.isPrivate && outboundContentOf(message) !== undefined;

/** What hides a number from the caller would be handed out: a forwarded message can go to his own telephone. */
const tellsHidden = (attendant: Attendant, message: MessageRow, { contact }: TicketRow): boolean => {
  const mask = messageMask(message, contact, presentationFor(attendant));
  const { body, mediaType, dataJson, media } = message;
  return (
    mask.body(body, mediaType) !== body ||
    mask.text(media?.fileName ?? '') !== (media?.fileName ?? '') ||
    JSON.stringify(mask.data(dataJson, mediaType)) !== JSON.stringify(dataJson)
  );
};

/**
 * A message that this attendant may send on.
 * @throws AppError ERR_NO_MESSAGE_FOUND, ERR_SENDING_WAPP_MSG, ERR_NO_PERMISSION for one with a number that is hidden
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
 * Opens the conversation that a message is sent on to: the ticket that the attendant has with the contact, or none yet.
 * @throws AppError ERR_NO_CONTACT_FOUND, ERR_OTHER_OPEN_TICKET naming who attends that contact
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
  if (active !== undefined && (!isMine || !canSeeTicket(active, attendant.viewer))) {
    throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflictOf(active, attendant) });
  }
  if (contact.isGroup && !attendant.viewer.allowGroup) throw new AppError('ERR_NO_CONTACT_FOUND');
  return { ...scene, forwardable };
};

/** A new conversation goes where the forwarded one is, if its sender works there, else to his only queue. */
const queueFor = (attendant: Attendant, source: TicketRow): number => {
  const { queueIds } = attendant.viewer;
  const works = source.queueId !== null && (isAdmin(attendant) || queueIds.includes(source.queueId));
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
  active === undefined
    ? newTicket(
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
        moment,
      )
    : turnOn(active);

/**
 * The turn in which a message is sent on: on the ticket that the attendant has with the contact, or a new one of his. Its
 * file gets an object of its own, because deleting one message must not take the other's file.
 * @param fileKey where the file's copy is put
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

/** What a person wrote may carry a name above it; cards, menus and places are what they are. */
const isSignable = ({ mediaType, media, dataJson }: MessageRow): boolean =>
  mediaType === 'extendedTextMessage' || (media !== null && dataJson === null);

/** The message as it is sent on. */
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
  dataJson,
  isForwarded: true,
});
