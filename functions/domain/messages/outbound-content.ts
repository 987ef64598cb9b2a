import type { Message } from '@prosa/shared/entities/message.ts';
import { TEMPLATE_FILE_KINDS, type TemplateFileKind } from '@prosa/shared/entities/message-template.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { MessageRef, OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { type RichContent, richContentSchema } from '@prosa/shared/messaging/rich-content.ts';
import { contentDataOf } from '@prosa/shared/messaging/stored-content.ts';

import { shownFile } from '../media/shown-file.ts';

type Stored = Pick<Message, 'mediaType' | 'body' | 'media' | 'dataJson'> & Partial<Pick<Message, 'secret'>>;

const FILE_KINDS = { image: 'image', video: 'video', audio: 'audio', application: 'document' } as const;

const richTypeOf = (content: RichContent): Message['mediaType'] => {
  switch (content.kind) {
    case 'list':
      return 'listMessage';
    case 'buttons':
      return content.buttons.every(({ action }) => action === 'reply')
        ? 'buttonsMessage'
        : 'interactiveMessage';
    case 'location':
      return 'locationMessage';
    case 'poll':
      return 'pollCreationMessageV3';
    case 'pix':
    case 'template':
      return 'interactiveMessage';
  }
};

/** Returns the stored form of rich content: its text for reading and search, and its data for showing and sending. */
export const storedContentOf = (content: RichContent): Omit<Stored, 'media' | 'secret'> => ({
  body: contentText(content),
  mediaType: richTypeOf(content),
  dataJson: content,
});

/** Returns the kind of a template's header that shows a file of this type. */
const headerFileKind = (mimeType: string): TemplateFileKind =>
  TEMPLATE_FILE_KINDS.find((kind) => mimeType.startsWith(`${kind}/`)) ?? 'document';

/**
 * Whether a template's header shows a file.
 * @param kind of the header's file; null for a header without one, which fits no file (undefined)
 */
export const fitsHeader = (
  kind: TemplateFileKind | null,
  file: { mediaType: Message['mediaType']; media: { mimeType: string } } | undefined,
): boolean =>
  file === undefined || kind === null
    ? file === undefined && kind === null
    : file.mediaType !== 'audio' && headerFileKind(file.media.mimeType) === kind;

/**
 * Returns the rich content of a stored message; undefined for other messages, and for kinds that only providers can
 * create.
 */
const richContentOf = ({ dataJson, media, secret = '' }: Stored): OutboundContent | undefined => {
  const content = richContentSchema.safeParse(contentDataOf(dataJson)).data;
  if (content?.kind === 'poll' && secret !== '') return { ...content, secret };
  if (media?.state !== 'stored') return content;
  const { key, mimeType, fileName } = media;
  const file = { key, mimeType, fileName };
  if (content?.kind === 'buttons') return { ...content, image: file };
  return content?.kind === 'template'
    ? { ...content, file: { kind: headerFileKind(mimeType), ...file } }
    : content;
};

/**
 * Returns the content of a stored message for sending; undefined if there is nothing to send (no file, empty text), or
 * if a part of it cannot be shown. Kinds that cannot be created again are sent as their text.
 */
export const outboundContentOf = (message: Stored): OutboundContent | undefined => {
  const { mediaType, media, body } = message;
  if (mediaType === 'unsupported') return undefined;
  if (
    mediaType === 'image' ||
    mediaType === 'video' ||
    mediaType === 'audio' ||
    mediaType === 'application'
  ) {
    if (media?.state !== 'stored') return undefined;
    return {
      kind: FILE_KINDS[mediaType],
      key: media.key,
      mimeType: media.mimeType,
      fileName: media.fileName,
      voice: media.voice,
      ...(body === '' || mediaType === 'audio' ? {} : { caption: body }),
    };
  }
  if (mediaType === 'stickerMessage') {
    return media?.state === 'stored'
      ? { kind: 'image', key: media.key, mimeType: media.mimeType, fileName: media.fileName, voice: false }
      : undefined;
  }
  if (mediaType === 'contactMessage' && typeof message.dataJson?.name === 'string') {
    return { kind: 'contact', name: message.dataJson.name, vcard: body };
  }
  return richContentOf(message) ?? (body === '' ? undefined : { kind: 'text', text: body });
};

/** Returns the identities that a ticket's replies are sent to. */
export const recipientOf = (ticket: Pick<Ticket, 'contact'>): Identity[] => {
  const { identities, number, isGroup } = ticket.contact;
  if (identities.length > 0) return identities.slice(0, 8);
  return number === '' ? [] : [{ kind: isGroup ? 'group' : 'phone', value: number }];
};

/** Returns the provider's reference of a stored message; undefined if no provider knows the message. */
export const messageRefOf = (
  message: Pick<Message, 'providerMessageId' | 'fromMe' | 'participant' | 'body' | 'isPrivate'>,
): MessageRef | undefined => {
  if (message.providerMessageId === null || message.isPrivate) return undefined;
  return {
    providerMessageId: message.providerMessageId,
    fromMe: message.fromMe,
    ...(message.participant?.identity === undefined ? {} : { participant: message.participant.identity }),
    text: message.body,
  };
};

/** Maximum number of characters of a quoted text in a reply. */
const QUOTED_CHARS = 300;

/**
 * Returns the part of a message that a reply to it shows.
 * @param on the conversation of the reply
 */
export const quotedSnapshot = (
  message: Pick<
    Message,
    'id' | 'body' | 'fromMe' | 'mediaType' | 'participant' | 'media' | 'isDeleted' | 'ticketId' | 'queueId'
  >,
  on: Pick<Message, 'ticketId' | 'queueId'>,
): NonNullable<Message['quoted']> => ({
  id: message.id,
  body: [...message.body.slice(0, QUOTED_CHARS * 4)].slice(0, QUOTED_CHARS).join(''),
  fromMe: message.fromMe,
  mediaType: message.mediaType,
  mediaKey:
    message.ticketId === on.ticketId && message.queueId === on.queueId ? (shownFile(message) ?? '') : '',
  writer: message.participant,
});

/**
 * Returns the part of a message that an inbound reply to it shows; null for a message of another conversation, which a
 * person could quote who knows its id. A member of a group may answer another member's message in private.
 * @param contactId the contact of the reply
 */
export const quotedIn = (
  contactId: number,
  quoted: (Parameters<typeof quotedSnapshot>[0] & Pick<Message, 'contactId'>) | undefined,
  on: Pick<Message, 'ticketId' | 'queueId'>,
): Message['quoted'] =>
  quoted === undefined ||
  (quoted.contactId !== contactId && quoted.ticketId !== on.ticketId && quoted.participant === null)
    ? null
    : quotedSnapshot(quoted, on);

/** Returns a text with its writer's name above it, in WhatsApp's bold. */
export const signedText = (text: string, writer: string): string =>
  text === '' ? text : `*${writer.replaceAll('*', '')}:*\n${text}`;
