import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { MessageMedia } from '@prosa/shared/entities/message.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hideNumbersOf, type NumberMask } from '@prosa/shared/rules/hide-numbers.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { outboundContentOf, signedText } from '../../domain/messages/outbound-content.ts';
import { messageMask } from '../../domain/presenters/present-message.ts';
import { newTicket } from '../../domain/turns/ticket-turns.ts';
import { ticketOf, turnOn } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { deleteObject, keepObject, storedKey } from '../../platform/blob/blob.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { Contact } from '../../platform/table/entities/contacts.ts';
import { ClientMessage, Conversation } from '../../platform/table/entities/messages.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { nextId } from '../../platform/table/updates.ts';
import type { MessageRow } from '../../repositories/messages.ts';
import { loadTicket, type TicketRow } from '../../repositories/tickets.ts';
import { conflictOf, isAdmin, presentationFor, tableOf, viewTicket } from '../tickets/ticket-access.ts';
import { type ClientRequest, commitMessages, repeatedAnswer } from './commit-messages.ts';
import { requireMessage, requireSendable, viewMessages } from './message-access.ts';

type Context = HandlerContext<typeof messageRoutes.forward>;

/** A new conversation goes where the forwarded one is, if its sender works there, else to his only queue. */
const queueFor = (principal: UserPrincipal, source: TicketRow): number => {
  const { queueIds } = principal.viewer;
  const works = source.queueId !== null && (isAdmin(principal) || queueIds.includes(source.queueId));
  if (source.queueId !== null && works && principal.directory.queues.has(source.queueId))
    return source.queueId;
  const [only, ...others] = queueIds;
  if (only === undefined || others.length > 0) throw new AppError('ERR_QUEUE_REQUIRED');
  return only;
};

const loadTarget = async ({ principal, body }: Context, connectionId: number) => {
  const table = tableOf(principal);
  const markerKey =
    body.clientId === undefined
      ? []
      : [table.keyOf(ClientMessage, { userId: principal.userId, clientId: body.clientId })];
  const [contactRaw, conversationRaw, markerRaw] = await table.getRaw(
    [
      table.keyOf(Contact, { id: body.contactId }),
      table.keyOf(Conversation, { contactId: body.contactId, connectionId }),
      ...markerKey,
    ],
    { consistent: true },
  );
  if (contactRaw === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  const conversation = conversationRaw === undefined ? undefined : parseRow(Conversation, conversationRaw);
  const activeId = conversation?.activeTicketId ?? null;
  return {
    contact: parseRow(Contact, contactRaw),
    conversation,
    active: activeId === null ? undefined : await loadTicket(table, activeId),
    marker: markerRaw === undefined ? undefined : parseRow(ClientMessage, markerRaw),
  };
};

/** The forwarded file gets an object of its own: deleting one message must not take the other's file. */
const copiedMedia = async (
  companyId: number,
  media: MessageMedia | null,
  uuid: string,
  mask: NumberMask,
): Promise<MessageMedia | null> => {
  if (media === null) return null;
  const copy = { ...media, key: storedKey(companyId, uuid) };
  await keepObject(media.key, copy.key, media.mimeType, mask.text(media.fileName));
  return copy;
};

const isForwardable = (message: MessageRow): boolean =>
  !message.isDeleted && !message.isPrivate && outboundContentOf(message) !== undefined;

/** What hides a number from the caller would be handed out: a forwarded message can go to his own telephone. */
const tellsHidden = (principal: UserPrincipal, message: MessageRow, { contact }: TicketRow): boolean => {
  const mask = messageMask(message, contact, presentationFor(principal));
  const { body, mediaType, dataJson, media } = message;
  return (
    mask.body(body, mediaType) !== body ||
    mask.text(media?.fileName ?? '') !== (media?.fileName ?? '') ||
    JSON.stringify(mask.data(dataJson, mediaType)) !== JSON.stringify(dataJson)
  );
};

/** What a person wrote may carry a name above it; cards, menus and places are what they are. */
const isSignable = ({ mediaType, media, dataJson }: MessageRow): boolean =>
  mediaType === 'extendedTextMessage' || (media !== null && dataJson === null);

/**
 * Sends a message on to another contact over the same connection: on the ticket the caller attends there, or a new one
 * of his.
 * @throws AppError ERR_OTHER_OPEN_TICKET naming who attends that contact, ERR_QUEUE_REQUIRED, ERR_SENDING_WAPP_MSG,
 * ERR_NO_PERMISSION for a message with a number that is hidden from the caller
 */
export const forwardMessage = async (context: Context) => {
  const { principal, body, ids, clock } = context;
  const table = tableOf(principal);
  const { message: source, ticket: from } = await requireMessage(principal, body.messageId);
  if (!isForwardable(source)) throw new AppError('ERR_SENDING_WAPP_MSG');
  if (tellsHidden(principal, source, from)) throw new AppError('ERR_NO_PERMISSION');
  const connection = principal.directory.connections.get(source.connectionId);
  if (connection === undefined) throw new AppError('ERR_SENDING_WAPP_MSG');
  const { clientId, ...asked } = body;
  const request: ClientRequest = { clientId, bodyHash: sha256(JSON.stringify(asked)) };
  let media: MessageMedia | null | undefined;

  const attempt = async () => {
    const { contact, conversation, active, marker } = await loadTarget(context, source.connectionId);
    if (marker !== undefined) {
      const repeated = await repeatedAnswer(principal, marker, request);
      if (media != null) await deleteObject(media.key);
      const ticket = repeated[0] === undefined ? undefined : await loadTicket(table, repeated[0].ticketId);
      if (ticket === undefined || !canSeeTicket(ticket, principal.viewer))
        throw new AppError('ERR_NO_MESSAGE_FOUND');
      return {
        messages: await viewMessages(principal, ticket, repeated, clock.now()),
        ticket: viewTicket(ticket, principal),
      };
    }
    const isMine =
      active !== undefined &&
      (active.status === 'group' || (active.status === 'open' && active.userId === principal.userId));
    if (active !== undefined && (!isMine || !canSeeTicket(active, principal.viewer))) {
      throw new AppError('ERR_OTHER_OPEN_TICKET', { details: conflictOf(active, principal) });
    }
    if (contact.isGroup && !principal.viewer.allowGroup) throw new AppError('ERR_NO_CONTACT_FOUND');
    const nowMs = clock.now();
    const moment = { ids, nowMs };
    const turn =
      active === undefined
        ? newTicket(
            {
              ticketId: await nextId(table, 'ticket'),
              contact,
              connectionId: source.connectionId,
              channel: connection.channel,
              conversation:
                conversation === undefined ? undefined : { ...conversation, activeTicketId: null },
              status: contact.isGroup ? 'group' : 'open',
              queueId: queueFor(principal, from),
              userId: principal.userId,
              isActiveDemand: true,
            },
            moment,
          )
        : turnOn(active);
    requireSendable(principal, ticketOf(turn));
    media ??= await copiedMedia(
      principal.companyId,
      source.media,
      ids.uuid(),
      hideNumbersOf(from.contact, contact),
    );
    const text =
      body.signMessage && isSignable(source) && principal.directory.settings.sendSignMessage
        ? signedText(source.body, principal.user.name)
        : source.body;
    const draft = {
      body: text,
      mediaType: source.mediaType,
      media,
      dataJson: source.dataJson,
      isForwarded: true,
    };
    const said = await commitMessages(
      principal,
      { turn, drafts: [draft], isPrivate: false },
      request,
      moment,
    );
    return {
      messages: await viewMessages(principal, said.ticket, said.messages, nowMs),
      ticket: viewTicket(said.ticket, principal),
    };
  };
  try {
    return await retryOnConflict(attempt);
  } catch (error) {
    // Any other error leaves open whether a message names the file.
    if (error instanceof AppError && media != null) await deleteObject(media.key);
    throw error;
  }
};
