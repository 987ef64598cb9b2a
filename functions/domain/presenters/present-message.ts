import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { Message, MessageWriter } from '@prosa/shared/entities/message.ts';
import {
  maskFor,
  type Numbered,
  type NumberMask,
  numbersOfWriter,
  type Presentation,
} from '@prosa/shared/rules/hide-numbers.ts';
import { type NameSource, queueRef, userRef } from './present-ticket.ts';

/** The conversation's contact, whose name and numbers a message refers to instead of repeating them. */
export type MessageContact = Numbered & { name: string };

/** How a person reads a message: it may tell the numbers of its contact, its writer and the writer of what it answers. */
export const messageMask = (
  message: Pick<Message, 'participant' | 'quoted'>,
  contact: MessageContact,
  presentation: Presentation,
): NumberMask => {
  const writers = [message.participant, message.quoted?.writer].flatMap((writer) => writer ?? []);
  return maskFor(presentation, contact, ...writers.map(numbersOfWriter));
};

/** Who wrote in a group: by name, else by the number, or by what else the provider knows of somebody. */
const writerName = ({ name, number, identity }: MessageWriter): string =>
  name || number || (identity?.value ?? '');

const failedChangeOf = ({ change }: Message): MessageView['failedChange'] =>
  change === null || change.state === 'asked'
    ? null
    : { type: change.type, state: change.state, error: change.error };

/**
 * A stored message as the edge shows it.
 * @param contact of the conversation; group messages carry their writer
 * @param link makes a short-lived link to a stored file
 */
export const presentMessage = (
  message: Message & { version: number },
  names: NameSource,
  contact: MessageContact,
  link: (key: string) => string,
  presentation: Presentation = {},
): MessageView => {
  const mask = messageMask(message, contact, presentation);
  const user = userRef(names, message.userId);
  const { media } = message;
  const nameOf = (writer: MessageWriter | null): string =>
    mask.name(writer === null ? contact.name : writerName(writer));
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
    dataJson: mask.data(message.dataJson, message.mediaType),
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
    user: user === null ? null : { id: user.id, name: user.name },
    contact: message.fromMe
      ? null
      : {
          id: message.participant?.contactId ?? message.contactId,
          name: nameOf(message.participant),
        },
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
      .map((reaction) => ({ ...reaction, name: mask.name(reaction.name) })),
    createdAt: message.sentAt,
    sortKey: message.sortKey,
    version: message.version,
  };
};
