import { proto } from 'baileys/WAProto/index.js';
import * as z from 'zod';
import { customerFields } from '../customer-fields.ts';
import { timerMessage } from './chat-timers.ts';
import type { MediaKind, MediaStore } from './media-store.ts';
import { withSecret } from './polls.ts';
import { ADDRESSINGS } from './stanzas.ts';

const { Type: PinType } = proto.Message.PinInChatMessage;

const KINDS = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'contact',
  'interactive',
  'poll',
  'event',
  'ad',
  'view-once',
  'call',
  'reaction',
  'edit',
  'delete',
  'vote',
  'pin',
  'timer',
] as const;

/** An action of a customer on the phone. */
export const customerMessageSchema = z.object({
  ...customerFields,
  from: z.string().regex(/^\d{7,15}$/),
  type: z.enum(KINDS).default('text'),
  /** Interactive buttons, as businesses send them: each with WhatsApp's name of its type, and its parameters. */
  interactive: z
    .object({
      title: z.string().default(''),
      text: z.string(),
      buttons: z.array(z.object({ name: z.string(), params: z.record(z.string(), z.unknown()) })),
    })
    .optional(),
  poll: z.object({ question: z.string(), options: z.array(z.string()), multiple: z.boolean() }).optional(),
  /** A calendar event. Times are epoch seconds, as in WhatsApp. */
  event: z
    .object({
      name: z.string(),
      description: z.string().optional(),
      place: z.string().optional(),
      link: z.string().optional(),
      startsAtS: z.int(),
      endsAtS: z.int().optional(),
      isCancelled: z.boolean().optional(),
    })
    .optional(),
  /** The advertisement that the customer's text responds to; `thumbnail` is a JPEG. */
  ad: z
    .object({ title: z.string(), body: z.string(), link: z.string(), thumbnail: z.base64().optional() })
    .optional(),
  /** A call: unanswered, or with its duration in seconds. */
  call: z.object({ video: z.boolean(), durationS: z.int().optional() }).optional(),
  emoji: z.string().max(32).optional(),
  /** Id of the message that is reacted to, edited, deleted, voted in or pinned. */
  target: z.string().max(200).optional(),
  /** The chosen options of a vote. */
  options: z.array(z.string()).max(12).optional(),
  /** For how long a message is pinned; 0 unpins it. For how long the chat's messages are shown; 0: without end. */
  seconds: z.int().nonnegative().optional(),
  forwarded: z.boolean().default(false),
  addressing: z.enum(ADDRESSINGS).default('lid'),
  group: z
    .object({ id: z.string().regex(/^\d{5,20}$/), name: z.string().max(100).default('Grupo') })
    .optional(),
});
export type CustomerMessage = z.infer<typeof customerMessageSchema>;

/** The visible content of a message, as on the customer's screen. */
export const shownSchema = z.object({
  type: z.string(),
  text: z.string().optional(),
  media: z
    .object({ id: z.string(), mimeType: z.string(), fileName: z.string().optional(), size: z.number() })
    .optional(),
  quoted: z.string().optional(),
  location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
  contact: z.object({ name: z.string(), vcard: z.string() }).optional(),
  poll: z.object({ question: z.string(), options: z.array(z.string()) }).optional(),
  emoji: z.string().optional(),
  target: z.string().optional(),
  /** Whether the phone marks the message as one that does not disappear, although those of its chat do. */
  stays: z.boolean().optional(),
});
export type Shown = z.infer<typeof shownSchema>;

export interface QuotedMessage {
  id: string;
  fromCustomer: boolean;
  text: string;
}

const need = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new RangeError(`${name} is missing`);
  return value;
};

const mediaOf = (store: MediaStore, kind: MediaKind, request: CustomerMessage) => {
  const media = need(request.media, 'media');
  return { ...store.seal(kind, Buffer.from(media.data, 'base64')), mimetype: media.mimeType };
};

const vcardOf = (contact: { name: string; number: string }): string =>
  `BEGIN:VCARD\nVERSION:3.0\nFN:${contact.name}\nTEL;type=CELL;waid=${contact.number}:+${contact.number}\nEND:VCARD`;

/** Builds the message that a phone would encrypt. `chatJid` is the chat's JID on the customer's phone. */
export const buildMessage = (
  request: CustomerMessage,
  context: {
    store: MediaStore;
    chatJid: string;
    ownJid: string;
    quoted?: QuotedMessage;
    targetIsOwn: boolean;
    /** Encrypts a vote in the poll with this key. */
    seal: (key: proto.IMessageKey, options: readonly string[]) => proto.IMessage;
  },
): proto.IMessage => {
  const { store, quoted } = context;
  const contextInfo: proto.IContextInfo | undefined =
    quoted === undefined && !request.forwarded
      ? undefined
      : {
          ...(quoted === undefined
            ? {}
            : {
                stanzaId: quoted.id,
                participant: quoted.fromCustomer ? context.ownJid : context.chatJid,
                quotedMessage: { conversation: quoted.text },
              }),
          ...(request.forwarded ? { isForwarded: true, forwardingScore: 1 } : {}),
        };
  const extra = contextInfo === undefined ? {} : { contextInfo };
  const targetKey = () => ({
    remoteJid: context.chatJid,
    fromMe: context.targetIsOwn,
    id: need(request.target, 'target'),
  });
  const caption = request.text === undefined ? {} : { caption: request.text };
  switch (request.type) {
    case 'text': {
      const text = need(request.text, 'text');
      return contextInfo === undefined ? { conversation: text } : { extendedTextMessage: { text, ...extra } };
    }
    case 'image':
      return { imageMessage: { ...mediaOf(store, 'image', request), ...caption, ...extra } };
    case 'video':
      return { videoMessage: { ...mediaOf(store, 'video', request), ...caption, ...extra } };
    case 'sticker':
      return { stickerMessage: { ...mediaOf(store, 'sticker', request), ...extra } };
    case 'audio':
    case 'voice':
      return {
        audioMessage: {
          ...mediaOf(store, 'audio', request),
          ptt: request.type === 'voice',
          seconds: 3,
          ...extra,
        },
      };
    case 'document':
      return {
        documentMessage: {
          ...mediaOf(store, 'document', request),
          fileName: request.media?.fileName ?? 'file',
          ...caption,
          ...extra,
        },
      };
    case 'location': {
      const place = need(request.location, 'location');
      return {
        locationMessage: {
          degreesLatitude: place.latitude,
          degreesLongitude: place.longitude,
          ...(place.name === undefined ? {} : { name: place.name }),
          ...(place.address === undefined ? {} : { address: place.address }),
          ...extra,
        },
      };
    }
    case 'contact': {
      const contact = need(request.contact, 'contact');
      return { contactMessage: { displayName: contact.name, vcard: vcardOf(contact), ...extra } };
    }
    case 'interactive': {
      const { title, text, buttons } = need(request.interactive, 'interactive');
      return {
        interactiveMessage: {
          header: { title },
          body: { text },
          nativeFlowMessage: {
            buttons: buttons.map(({ name, params }) => ({ name, buttonParamsJson: JSON.stringify(params) })),
          },
          ...extra,
        },
      };
    }
    case 'poll': {
      const { question, options, multiple } = need(request.poll, 'poll');
      return withSecret({
        pollCreationMessageV3: {
          name: question,
          options: options.map((optionName) => ({ optionName })),
          selectableOptionsCount: multiple ? 0 : 1,
          ...extra,
        },
      });
    }
    case 'event': {
      const { name, description, place, link, startsAtS, endsAtS, isCancelled } = need(
        request.event,
        'event',
      );
      return {
        eventMessage: {
          name,
          startTime: startsAtS,
          ...(description === undefined ? {} : { description }),
          ...(place === undefined ? {} : { location: { name: place } }),
          ...(link === undefined ? {} : { joinLink: link }),
          ...(endsAtS === undefined ? {} : { endTime: endsAtS }),
          ...(isCancelled === undefined ? {} : { isCanceled: isCancelled }),
          ...extra,
        },
      };
    }
    case 'ad': {
      const { title, body, link, thumbnail } = need(request.ad, 'ad');
      const externalAdReply = {
        title,
        body,
        sourceUrl: link,
        sourceType: 'ad',
        ...(thumbnail === undefined ? {} : { thumbnail: Buffer.from(thumbnail, 'base64') }),
      };
      return { extendedTextMessage: { text: request.text ?? '', contextInfo: { externalAdReply } } };
    }
    // Only phones get the file; devices only learn that it exists.
    case 'view-once':
      return { viewOnceMessageV2: { message: { imageMessage: { mimetype: 'image/jpeg' } } } };
    case 'call': {
      const { video, durationS } = need(request.call, 'call');
      return {
        callLogMesssage: { isVideo: video, ...(durationS === undefined ? {} : { durationSecs: durationS }) },
      };
    }
    case 'reaction':
      return {
        reactionMessage: { key: targetKey(), text: request.emoji ?? '', senderTimestampMs: Date.now() },
      };
    case 'edit':
      return {
        protocolMessage: {
          key: targetKey(),
          type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
          editedMessage: { conversation: need(request.text, 'text') },
          timestampMs: Date.now(),
        },
      };
    case 'delete':
      return { protocolMessage: { key: targetKey(), type: proto.Message.ProtocolMessage.Type.REVOKE } };
    case 'vote':
      return context.seal(targetKey(), request.options ?? []);
    case 'pin': {
      const seconds = need(request.seconds, 'seconds');
      return {
        pinInChatMessage: {
          key: targetKey(),
          type: seconds === 0 ? PinType.UNPIN_FOR_ALL : PinType.PIN_FOR_ALL,
          senderTimestampMs: Date.now(),
        },
        messageContextInfo: { messageAddOnDurationInSecs: seconds },
      };
    }
    case 'timer':
      return timerMessage(need(request.seconds, 'seconds'));
  }
};

interface MediaFields {
  mimetype?: string | null;
  mediaKey?: Uint8Array | null;
  directPath?: string | null;
  fileName?: string | null;
  caption?: string | null;
}

const showMedia = (type: string, kind: MediaKind, fields: MediaFields, keep: KeepMedia): Shown => ({
  type,
  ...(fields.caption ? { text: fields.caption } : {}),
  media: keep(kind, fields),
});

type KeepMedia = (kind: MediaKind, fields: MediaFields) => NonNullable<Shown['media']>;

/**
 * Converts a decrypted message to its visible content; `keep` fetches and stores the file that the message refers to.
 */
export const showMessage = (message: proto.IMessage, keep: KeepMedia): Shown => {
  const quotedId = contextOf(message)?.stanzaId;
  const shown = showBody(message, keep);
  return quotedId ? { ...shown, quoted: quotedId } : shown;
};

const contextOf = (message: proto.IMessage): proto.IContextInfo | null | undefined =>
  (
    message.extendedTextMessage ??
    message.imageMessage ??
    message.videoMessage ??
    message.audioMessage ??
    message.documentMessage ??
    message.contactMessage
  )?.contextInfo;

const showBody = (message: proto.IMessage, keep: KeepMedia): Shown => {
  if (message.conversation) return { type: 'text', text: message.conversation };
  if (message.extendedTextMessage) return { type: 'text', text: message.extendedTextMessage.text ?? '' };
  if (message.imageMessage) return showMedia('image', 'image', message.imageMessage, keep);
  if (message.videoMessage) return showMedia('video', 'video', message.videoMessage, keep);
  if (message.stickerMessage) return showMedia('sticker', 'sticker', message.stickerMessage, keep);
  if (message.audioMessage) {
    return showMedia(message.audioMessage.ptt ? 'voice' : 'audio', 'audio', message.audioMessage, keep);
  }
  const document = message.documentMessage ?? message.documentWithCaptionMessage?.message?.documentMessage;
  if (document) return showMedia('document', 'document', document, keep);
  if (message.contactMessage) {
    const { displayName, vcard } = message.contactMessage;
    return { type: 'contact', contact: { name: displayName ?? '', vcard: vcard ?? '' } };
  }
  const poll = message.pollCreationMessageV3 ?? message.pollCreationMessage;
  if (poll) {
    const options = (poll.options ?? []).map(({ optionName }) => optionName ?? '');
    return { type: 'poll', poll: { question: poll.name ?? '', options } };
  }
  if (message.eventMessage) return { type: 'event', text: message.eventMessage.name ?? '' };
  if (message.callLogMesssage) return { type: 'call' };
  if (message.viewOnceMessageV2) return { type: 'view-once' };
  if (message.locationMessage) {
    const { degreesLatitude, degreesLongitude, name } = message.locationMessage;
    const place = { latitude: degreesLatitude ?? 0, longitude: degreesLongitude ?? 0 };
    return { type: 'location', location: { ...place, ...(name ? { name } : {}) } };
  }
  if (message.pollUpdateMessage)
    return { type: 'vote', target: message.pollUpdateMessage.pollCreationMessageKey?.id ?? '' };
  if (message.pinInChatMessage) return { type: 'pin', target: message.pinInChatMessage.key?.id ?? '' };
  if (message.reactionMessage) {
    return {
      type: 'reaction',
      emoji: message.reactionMessage.text ?? '',
      target: message.reactionMessage.key?.id ?? '',
    };
  }
  return showProtocol(message) ?? { type: 'unsupported', text: Object.keys(message).join(',') };
};

const showProtocol = (message: proto.IMessage): Shown | undefined => {
  const protocol = message.protocolMessage ?? message.editedMessage?.message?.protocolMessage;
  if (!protocol) return undefined;
  const target = protocol.key?.id ?? '';
  if (protocol.type === proto.Message.ProtocolMessage.Type.REVOKE) return { type: 'delete', target };
  if (protocol.type === proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING) return { type: 'timer' };
  if (protocol.type !== proto.Message.ProtocolMessage.Type.MESSAGE_EDIT || !protocol.editedMessage)
    return undefined;
  const edited = protocol.editedMessage;
  return { type: 'edit', target, text: edited.conversation ?? edited.extendedTextMessage?.text ?? '' };
};
