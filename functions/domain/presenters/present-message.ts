import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { Message, MessageWriter } from '@prosa/shared/entities/message.ts';
import type { Ticket, TicketContact } from '@prosa/shared/entities/ticket.ts';
import {
  maskFor,
  type Numbered,
  type NumberMask,
  numbersOfWriter,
  type Presentation,
  shownName,
} from '@prosa/shared/rules/hide-numbers.ts';
import { isVisible } from '@prosa/shared/rules/written-text.ts';
import { presentPicture } from './present-picture.ts';
import { type NameSource, queueRef, userRef } from './present-ticket.ts';

/** The conversation's contact. Messages refer to its name and numbers instead of repeating them. */
export type MessageContact = Numbered & { name: string };

/**
 * Returns how a user may read the numbers in a message: of its contact, its writer, and the writer of the quoted
 * message.
 */
export const messageMask = (
  message: Pick<Message, 'participant' | 'quoted'>,
  contact: MessageContact,
  presentation: Presentation,
): NumberMask => {
  const writers = [message.participant, message.quoted?.writer].flatMap((writer) => writer ?? []);
  return maskFor(presentation, contact, ...writers.map(numbersOfWriter));
};

/** Returns the name of a group message's writer, else the number, else any other identity. */
const writerName = ({ name, number, identity }: MessageWriter): string =>
  isVisible(name) ? name : number || (identity?.value ?? '');

/** Returns the contact's WhatsApp address (JID); for other providers, the contact's id there. */
const remoteJidOf = (
  { isGroup, number, identities }: Pick<TicketContact, 'isGroup' | 'number' | 'identities'>,
  mask: NumberMask,
): string => {
  if (isGroup) return `${number}@g.us`;
  if (number !== '') return `${mask.number(number)}@s.whatsapp.net`;
  const [identity] = identities;
  if (identity === undefined) return '';
  return identity.kind === 'lid' ? `${identity.value}@lid` : identity.value;
};

const failedChangeOf = ({ change }: Message): MessageView['failedChange'] =>
  change === null || change.state === 'asked'
    ? null
    : { type: change.type, state: change.state, error: change.error };

/** Returns the assistant that wrote a message. Titles of its sources may contain the number of anybody. */
const assistedOf = (
  { assistant, isDeleted }: Message,
  mask: NumberMask,
): Pick<MessageView, 'assistant'> | undefined => {
  if (assistant === null || isDeleted) return undefined;
  const { promptId, sources } = assistant;
  return {
    assistant: {
      promptId,
      sources: sources.map((source) => ({ ...source, title: mask.name(source.title) })),
    },
  };
};

/** Returns a message's data without the provider's JSON of an unsupported message, which is kept for support. */
const shownData = ({ mediaType, dataJson }: Message): Message['dataJson'] => {
  if (mediaType !== 'unsupported' || dataJson === null) return dataJson;
  const { raw: _raw, ...shown } = dataJson;
  return shown;
};

/**
 * Presents a stored message in its form for the API.
 * @param ticket a ticket of the conversation, with its contact; a group message contains its writer
 * @param link returns a short-lived link to a stored file
 */
export const presentMessage = (
  message: Message & { version: number },
  names: NameSource,
  ticket: Pick<Ticket, 'contact' | 'unreadMessages'>,
  link: (key: string) => string,
  presentation: Presentation = {},
): MessageView => {
  const { contact } = ticket;
  const mask = messageMask(message, contact, presentation);
  const user = userRef(names, message.userId);
  const { media } = message;
  const nameOf = (writer: MessageWriter | null): string =>
    mask.name(writer === null ? shownName(contact) : writerName(writer));
  return {
    id: message.id,
    ticketId: message.ticketId,
    contactId: message.contactId,
    companyId: message.companyId,
    body: mask.body(message.body, message.mediaType),
    fromMe: message.fromMe,
    mediaType: message.mediaType,
    mediaUrl: media?.state === 'stored' && !message.isDeleted ? link(media.key) : null,
    media:
      media === null
        ? null
        : {
            state: media.state,
            fileName: mask.text(media.fileName),
            mimeType: media.mimeType,
            size: media.size,
            voice: media.voice,
            durationS: media.durationS,
            reason: media.reason,
          },
    transcribedText:
      message.transcription === null || message.isDeleted ? null : mask.text(message.transcription),
    dataJson: mask.data(shownData(message), message.mediaType),
    ack: message.ack,
    sendState: message.sendState,
    sendError: message.sendError,
    failedChange: failedChangeOf(message),
    clientId: message.clientId,
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    isForwarded: message.isForwarded,
    isPrivate: message.isPrivate,
    queueId: message.queueId,
    queue: queueRef(names, message.queueId),
    saidBy: message.saidBy,
    ...assistedOf(message, mask),
    user: user === null ? null : { id: user.id, name: user.name },
    contact: message.fromMe
      ? null
      : {
          id: message.participant?.contactId ?? message.contactId,
          name: nameOf(message.participant),
          urlPicture: message.participant === null ? presentPicture({ link }, contact.urlPicture) : '',
        },
    ticket: {
      id: message.ticketId,
      whatsappId: message.connectionId,
      queueId: message.queueId,
      queue: queueRef(names, message.queueId),
    },
    read: message.fromMe || ticket.unreadMessages === 0,
    wid: presentation.maskNumbers === true ? null : message.providerMessageId,
    remoteJid: remoteJidOf(contact, mask),
    quotedMsg:
      message.quoted === null
        ? null
        : {
            id: message.quoted.id,
            body: mask.body(message.quoted.body, message.quoted.mediaType),
            fromMe: message.quoted.fromMe,
            mediaType: message.quoted.mediaType,
            mediaUrl:
              message.quoted.mediaKey === '' || message.isDeleted ? null : link(message.quoted.mediaKey),
            contact: { name: message.quoted.fromMe ? '' : nameOf(message.quoted.writer) },
          },
    reactions: message.reactions
      .filter(({ emoji }) => emoji !== '')
      .map(({ emoji, fromMe, name, at }) => ({ emoji, fromMe, name: mask.name(name), at })),
    votes: message.votes
      .filter(({ options }) => options.length > 0)
      .map(({ options, fromMe, name, at }) => ({ options, fromMe, name: mask.name(name), at })),
    pinnedUntil: message.pin?.until ?? null,
    createdAt: message.sentAt,
    sortKey: message.sortKey,
    version: message.version,
  };
};
