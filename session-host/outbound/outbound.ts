import { getObject } from '@prosa/functions/platform/blob/blob.ts';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { SessionCommandOf } from '@prosa/shared/messaging/session-command.ts';
import type { SendFailure } from '@prosa/shared/rules/send-failure.ts';
import {
  type AnyMessageContent,
  type BinaryNode,
  generateWAMessage,
  isJidGroup,
  type proto,
  type WAMessage,
  type WAMessageKey,
  type WASocket,
} from 'baileys';
import { toIdentity, toJid } from '../inbound/identities.ts';
import type { SentChange, SentMessage } from '../inbound/stored-messages.ts';
import { isRateLimit, withPatience } from '../socket/rate-limit.ts';

/** Timeout of WhatsApp's acknowledgement of a message. */
export const ACK_TIMEOUT_MS = 15_000;
/** The only type of voice notes that WhatsApp plays. */
const VOICE_TYPE = 'audio/ogg; codecs=opus';
const CLOSED = 428;
export const NOT_CONNECTED = 'not-connected' satisfies SendFailure;
export const CONNECTION_LOST = 'connection-lost';
/** The error of WhatsApp's rate limit on messages. */
const TOO_MANY = '429';
/** The failure reason of the rate limit; a later attempt may succeed. */
export const RATE_LIMITED = 'rate-limited' satisfies SendFailure;

export type SendResult =
  | { state: 'sent'; providerMessageId: string }
  | { state: 'failed'; reason: string }
  | { state: 'unknown'; reason: string };

export type ReadObject = (key: string) => Promise<Uint8Array | undefined>;

/** Thrown for a message that cannot be sent in this form; nothing was sent. */
export class Unsendable extends Error {
  constructor(reason: SendFailure) {
    super(reason);
    this.name = 'Unsendable';
  }
}

export const recipientJid = (to: readonly Identity[]): string => {
  for (const identity of to) {
    const jid = toJid(identity);
    if (jid !== undefined) return jid;
  }
  throw new Unsendable('no-whatsapp-identity');
};

type MessageRef = NonNullable<SessionCommandOf<'send'>['quoted']>;

const keyOf = (jid: string, ref: MessageRef): WAMessageKey => {
  const participant = ref.participant === undefined ? undefined : toJid(ref.participant);
  return {
    remoteJid: jid,
    id: ref.providerMessageId,
    fromMe: ref.fromMe,
    ...(participant === undefined ? {} : { participant }),
  };
};

/** Returns a quoted message with the fields that Baileys needs. */
const quotedMessage = (jid: string, ref: MessageRef): WAMessage => ({
  key: keyOf(jid, ref),
  message: { conversation: ref.text ?? '' },
});

/**
 * Returns a content in Baileys' form. Files are always passed as bytes from our own bucket, because Baileys would
 * open a path and fetch a URL.
 */
export const toBaileysContent = async (
  content: OutboundContent,
  read: ReadObject,
): Promise<AnyMessageContent> => {
  switch (content.kind) {
    case 'text':
      return { text: content.text, linkPreview: null };
    case 'contact':
      return {
        contacts: {
          displayName: content.name,
          contacts: [{ displayName: content.name, vcard: content.vcard }],
        },
      };
    case 'location':
      return {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          name: content.name,
          address: content.address,
        },
      };
    case 'poll':
      return {
        poll: {
          name: content.question,
          values: content.options,
          selectableCount: content.multiple ? content.options.length : 1,
          ...(content.secret === undefined ? {} : { messageSecret: Buffer.from(content.secret, 'base64') }),
        },
      };
    // WhatsApp drops menus, buttons and payments, or only some apps show them.
    case 'list':
    case 'buttons':
    case 'pix':
    case 'template':
      return { text: contentText(content), linkPreview: null };
    default: {
      const bytes = await read(content.key);
      if (bytes === undefined || bytes.length === 0) throw new Unsendable('media-missing');
      const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return mediaContent(content, file);
    }
  }
};

type MediaContent = Extract<OutboundContent, { key: string }>;

const mediaContent = (content: MediaContent, file: Buffer): AnyMessageContent => {
  const caption = content.caption === undefined ? {} : { caption: content.caption };
  const mimetype = content.mimeType;
  switch (content.kind) {
    // An empty preview, because Baileys would otherwise start image and video tools to create one.
    case 'image':
      return { image: file, mimetype, jpegThumbnail: '', ...caption };
    case 'video':
      return { video: file, mimetype, jpegThumbnail: '', ...caption };
    case 'audio':
      return { audio: file, mimetype: content.voice ? VOICE_TYPE : mimetype, ptt: content.voice };
    case 'document':
      return { document: file, mimetype, fileName: content.fileName, ...caption };
  }
};

/** Returns after how many seconds a message disappears from its chat; undefined if it does not. */
export type ExpiresIn = () => Promise<number | undefined>;

/**
 * Sends and waits for WhatsApp's acknowledgement. `failed` only if WhatsApp certainly does not have the message; a
 * lost response is `unknown`.
 * @param id our id, so that recipients recognise a repeated message
 * @param prepare returns the function that sends; called before anything can have left
 */
const sendUnder = async (
  socket: WASocket,
  id: string,
  to: readonly Identity[],
  prepare: (jid: string) => Promise<() => Promise<unknown>>,
): Promise<SendResult> => {
  let jid: string;
  let dispatch: () => Promise<unknown>;
  try {
    jid = recipientJid(to);
    dispatch = await prepare(jid);
  } catch (error) {
    if (error instanceof Unsendable) return { state: 'failed', reason: error.message };
    throw error;
  }
  if (!socket.ws.isOpen) return { state: 'failed', reason: NOT_CONNECTED };
  const answer = awaitAnswer(socket, id);
  try {
    await dispatch();
  } catch (error) {
    // The message may already have left, because its keys are committed after sending.
    if (codeOf(error) === CLOSED || !socket.ws.isOpen) return { state: 'unknown', reason: CONNECTION_LOST };
    return { state: 'failed', reason: reasonOf(error) };
  }
  const result = await answer;
  if (result.state !== 'sent' && isJidGroup(jid)) await forgetTold(socket, jid);
  return result;
};

/**
 * Sends the group's key to all members again with the next message, because the refused message may have carried it.
 */
const forgetTold = async (socket: WASocket, jid: string): Promise<void> => {
  try {
    await socket.authState.keys.set({ 'sender-key-memory': { [jid]: null } });
  } catch (error) {
    log.warn('a group is not told its key again', errorFields(error));
  }
};

/** Sends a message under the id that the platform chose. */
export const sendMessage = (
  socket: WASocket,
  command: SessionCommandOf<'send'>,
  expiresIn: ExpiresIn,
  read: ReadObject = getObject,
): Promise<SendResult> => {
  const { providerMessageId: id, quoted } = command;
  if (id === undefined) throw new Error('a message for WhatsApp Web without an id of ours');
  return sendUnder(socket, id, command.to, async (jid) => {
    const content = await toBaileysContent(command.content, read);
    return async () =>
      socket.sendMessage(jid, content, {
        messageId: id,
        ...(quoted === undefined ? {} : { quoted: quotedMessage(jid, quoted) }),
        ...lasting(await expiresIn()),
      });
  });
};

/** Returns Baileys' option for a message that disappears. */
const lasting = (seconds: number | undefined): { ephemeralExpiration?: number } =>
  seconds === undefined ? {} : { ephemeralExpiration: seconds };

/** Returns an edit whose new text disappears as the chat's messages do; other messages unchanged. */
const withLastingEdit = (message: proto.IMessage, seconds: number | undefined): proto.IMessage => {
  const { protocolMessage } = message;
  const text = protocolMessage?.editedMessage?.extendedTextMessage;
  if (seconds === undefined || !text) return message;
  const extendedTextMessage = { ...text, contextInfo: { ...text.contextInfo, expiration: seconds } };
  return { ...message, protocolMessage: { ...protocolMessage, editedMessage: { extendedTextMessage } } };
};

/** Returns a sent message in WhatsApp's form, built again: its file is uploaded again. */
export const messageAgain = async (
  socket: WASocket,
  { remoteJid, id }: { remoteJid: string; id: string },
  sent: SentMessage,
  expiration: number | undefined,
  read: ReadObject = getObject,
): Promise<proto.IMessage | undefined> => {
  const content =
    'content' in sent ? await toBaileysContent(sent.content, read) : changeContent(remoteJid, sent);
  const made = await generateWAMessage(remoteJid, content, {
    userJid: socket.user?.id ?? '',
    messageId: id,
    upload: socket.waUploadToServer,
    ...lasting(expiration),
    ...('content' in sent && sent.quoted !== undefined
      ? { quoted: quotedMessage(remoteJid, sent.quoted) }
      : {}),
  });
  return made.message ? withLastingEdit(made.message, expiration) : undefined;
};

const awaitAnswer = async (socket: WASocket, id: string): Promise<SendResult> => {
  try {
    const node = await socket.waitForMessage<BinaryNode>(id, ACK_TIMEOUT_MS);
    if (node === undefined) return { state: 'unknown', reason: 'no-answer' };
    const refused = node.attrs.error;
    if (refused === TOO_MANY) return { state: 'failed', reason: RATE_LIMITED };
    if (refused !== undefined) return { state: 'failed', reason: `refused-${refused}` };
    return { state: 'sent', providerMessageId: id };
  } catch {
    // The socket closed while waiting for the response.
    return { state: 'unknown', reason: CONNECTION_LOST };
  }
};

const codeOf = (error: unknown): number | undefined => {
  if (typeof error !== 'object' || error === null || !('output' in error)) return undefined;
  const { output } = error;
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return undefined;
  return typeof output.statusCode === 'number' ? output.statusCode : undefined;
};

export const reasonOf = (error: unknown): string =>
  isRateLimit(error) ? RATE_LIMITED : (error instanceof Error ? error.message : 'unknown').slice(0, 300);

/** Returns an edit, or without a text a deletion, in Baileys' form. */
const changeContent = (jid: string, { target, text }: SentChange): AnyMessageContent =>
  text === undefined ? { delete: keyOf(jid, target) } : { text, linkPreview: null, edit: keyOf(jid, target) };

/** WhatsApp's mark of an edit on its stanza. */
const EDIT_MARK = '1';

/** Edits an outgoing message, or deletes it for everyone. */
export const changeMessage = (
  socket: WASocket,
  command: SessionCommandOf<'edit' | 'delete'>,
  expiresIn: ExpiresIn,
): Promise<SendResult> => {
  const { target, providerMessageId: id } = command;
  // From now on a phone that requests the message again gets nothing.
  if (command.type === 'delete') socket.messageRetryManager?.markRetryFailed(target.providerMessageId);
  const text = command.type === 'edit' ? command.text : undefined;
  return sendUnder(socket, id, command.to, async (jid) => {
    const content = changeContent(jid, { target, text });
    if (text === undefined) return () => socket.sendMessage(jid, content, { messageId: id });
    return async () => {
      // Baileys gives a timer to messages only, not to edits.
      const { message } = await generateWAMessage(jid, content, {
        userJid: socket.user?.id ?? '',
        messageId: id,
        upload: socket.waUploadToServer,
      });
      const edit = withLastingEdit(message ?? {}, await expiresIn());
      await socket.relayMessage(jid, edit, { messageId: id, additionalAttributes: { edit: EDIT_MARK } });
    };
  });
};

/** Sends read receipts for the contact's messages. */
export const markRead = async (socket: WASocket, command: SessionCommandOf<'read'>): Promise<void> => {
  const jid = recipientJid(command.to);
  const participant = command.participant === undefined ? undefined : toJid(command.participant);
  await socket.readMessages(
    command.providerMessageIds.map((id) => ({
      remoteJid: jid,
      id,
      fromMe: false,
      ...(participant === undefined ? {} : { participant }),
    })),
  );
};

/**
 * Shows the chat as unread on the account's own devices. Does nothing if the phone has not shared the keys for that
 * with us yet: the mark is optional, and must not delay other commands.
 */
export const markUnread = async (
  socket: Pick<WASocket, 'chatModify'>,
  command: SessionCommandOf<'mark-unread'>,
): Promise<void> => {
  const jid = recipientJid(command.to);
  const last = { key: keyOf(jid, command.last), messageTimestamp: Math.floor(command.lastSentAt / 1000) };
  try {
    await socket.chatModify({ markRead: false, lastMessages: [last] }, jid);
  } catch (error) {
    const { companyId, connectionId } = command;
    log.warn('chat not marked unread on the phone', { companyId, connectionId, ...errorFields(error) });
  }
};

export type NumberResult = InboundEventOf<'number-check'>['result'];

/** Checks whether WhatsApp has a number, and under which spelling: Brazilian numbers may lack their ninth digit. */
export const checkNumber = async (socket: WASocket, number: string): Promise<NumberResult> => {
  try {
    const [found] = (await withPatience(() => socket.onWhatsApp(number))) ?? [];
    const identity = found?.exists === true ? toIdentity(found.jid) : undefined;
    return identity === undefined ? { state: 'absent' } : { state: 'reached', number: identity.value };
  } catch (error) {
    return { state: 'failed', reason: reasonOf(error) };
  }
};

/** Shows a contact that somebody is typing, for some seconds. A failure is logged: the next message matters more. */
export const showTyping = async (
  socket: Pick<WASocket, 'sendPresenceUpdate'>,
  to: readonly Identity[],
): Promise<void> => {
  try {
    await socket.sendPresenceUpdate('composing', recipientJid(to));
  } catch (error) {
    log.info('typing not shown', errorFields(error));
  }
};
