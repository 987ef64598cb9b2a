import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import { type NameSource, queueRef, userRef } from './present-ticket.ts';

/**
 * A stored message as the edge shows it.
 * @param contactName name of the conversation's contact; group messages carry their writer's
 * @param link makes a short-lived link to a stored file
 */
export const presentMessage = (
  message: Message & { version: number },
  names: NameSource,
  contactName: string,
  link: (key: string) => string,
): MessageView => {
  const user = userRef(names, message.userId);
  const { media } = message;
  const writer = message.participant ?? { contactId: message.contactId, name: contactName };
  return {
    id: message.id,
    ticketId: message.ticketId,
    contactId: message.contactId,
    companyId: message.companyId,
    body: message.body,
    fromMe: message.fromMe,
    mediaType: message.mediaType,
    mediaUrl: media?.state === 'stored' && !message.isDeleted ? link(media.key) : null,
    media:
      media === null
        ? null
        : {
            state: media.state,
            fileName: media.fileName,
            mimeType: media.mimeType,
            size: media.size,
            voice: media.voice,
            durationS: media.durationS,
            reason: media.reason,
          },
    dataJson: message.dataJson,
    ack: message.ack,
    sendState: message.sendState,
    sendError: message.sendError,
    clientId: message.clientId,
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    isForwarded: message.isForwarded,
    isPrivate: message.isPrivate,
    queueId: message.queueId,
    queue: queueRef(names, message.queueId),
    user: user === null ? null : { id: user.id, name: user.name },
    contact: message.fromMe ? null : { id: writer.contactId, name: writer.name },
    quotedMsg:
      message.quoted === null
        ? null
        : {
            id: message.quoted.id,
            body: message.quoted.body,
            fromMe: message.quoted.fromMe,
            mediaType: message.quoted.mediaType,
            contact: { name: message.quoted.contactName },
          },
    reactions: message.reactions.filter(({ emoji }) => emoji !== ''),
    createdAt: message.sentAt,
    sortKey: message.sortKey,
    version: message.version,
  };
};
