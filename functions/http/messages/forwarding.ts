import type { MessageMedia } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hideNumbersOf, type NumberMask } from '@prosa/shared/rules/hide-numbers.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { outboundContentOf, signedText } from '../../domain/messages/outbound-content.ts';
import { messageMask } from '../../domain/presenters/present-message.ts';
import { newTicket } from '../../domain/turns/ticket-turns.ts';
import { type Moment, type Turn, ticketOf, turnOn } from '../../domain/turns/turn.ts';
import type { Attendant } from '../../platform/auth/principal.ts';
import { keepObject } from '../../platform/blob/blob.ts';
import { nextId } from '../../platform/table/updates.ts';
import { loadContactOn } from '../../repositories/contacts.ts';
import type { MessageRow } from '../../repositories/messages.ts';
import { loadTicket, type TicketRow } from '../../repositories/tickets.ts';
import { conflictOf, isAdmin, presentationFor, tableOf } from '../tickets/ticket-access.ts';
import type { OwnDraft } from './commit-messages.ts';
import { requireMessage, requireSendable } from './message-access.ts';

/** A message that may be sent on, and where it stands. */
type Forwardable = Awaited<ReturnType<typeof requireForwardable>>;
/** Whom it goes to, over the same connection. */
type ForwardTarget = Awaited<ReturnType<typeof loadForwardTarget>>;

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
 * A contact on the connection of a message, with the ticket that the attendant has there.
 * @throws AppError ERR_NO_CONTACT_FOUND, ERR_OTHER_OPEN_TICKET naming who attends that contact
 */
export const loadForwardTarget = async (
  attendant: Attendant,
  { source: { connectionId } }: Pick<Forwardable, 'source'>,
  contactId: number,
) => {
  const table = tableOf(attendant);
  const loaded = await loadContactOn(table, contactId, connectionId);
  if (loaded === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  const { contact, conversation } = loaded;
  const activeId = conversation?.activeTicketId ?? null;
  const active = activeId === null ? undefined : await loadTicket(table, activeId);
  const isMine =
    active !== undefined &&
    (active.status === 'group' || (active.status === 'open' && active.userId === attendant.userId));
  if (active !== undefined && (!isMine || !canSeeTicket(active, attendant.viewer))) {
    throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflictOf(active, attendant) });
  }
  if (contact.isGroup && !attendant.viewer.allowGroup) throw new AppError('ERR_NO_CONTACT_FOUND');
  return { contact, conversation, active };
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

/**
 * The turn in which a message is sent on: about the ticket that the attendant has with the contact, or a new one of his.
 * @throws AppError ERR_QUEUE_REQUIRED, ERR_TICKET_TRANSITION, ERR_NO_WAPP_FOUND, ERR_SENDING_WAPP_MSG
 */
export const beginForward = async (
  attendant: Attendant,
  { source, from, connection }: Forwardable,
  { contact, conversation, active }: ForwardTarget,
  moment: Moment,
): Promise<Turn> => {
  const turn =
    active === undefined
      ? newTicket(
          {
            ticketId: await nextId(tableOf(attendant), 'ticket'),
            contact,
            connectionId: source.connectionId,
            channel: connection.channel,
            conversation: conversation === undefined ? undefined : { ...conversation, activeTicketId: null },
            status: contact.isGroup ? 'group' : 'open',
            queueId: queueFor(attendant, from),
            userId: attendant.userId,
            isActiveDemand: true,
          },
          moment,
        )
      : turnOn(active);
  requireSendable(attendant, ticketOf(turn));
  return turn;
};

/** The forwarded file gets an object of its own: deleting one message must not take the other's file. */
export const copyForwardedFile = async (
  { source: { media }, from }: Forwardable,
  { contact }: ForwardTarget,
  key: string,
): Promise<MessageMedia | null> => {
  if (media === null) return null;
  const mask: NumberMask = hideNumbersOf(from.contact, contact);
  await keepObject(media.key, key, media.mimeType, mask.text(media.fileName));
  return { ...media, key };
};

/** What a person wrote may carry a name above it; cards, menus and places are what they are. */
const isSignable = ({ mediaType, media, dataJson }: MessageRow): boolean =>
  mediaType === 'extendedTextMessage' || (media !== null && dataJson === null);

/** The message as it is sent on. */
export const forwardedDraft = (
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
