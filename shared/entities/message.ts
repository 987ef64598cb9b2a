import * as z from 'zod';
import { identitySchema } from '../messaging/identity.ts';
import { arrivalSchema } from './arrival.ts';
import { assistedSchema } from './assistant-knowledge.ts';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** Contact, connection, and the message's sort key in their conversation. */
export const messageIdSchema = z.string().regex(/^[1-9]\d{0,14}\.[1-9]\d{0,14}\.\d{13}-[0-9a-z]{8,20}$/);

/** The media types of the screens, with the names of the specification. */
export const MEDIA_TYPES = [
  'extendedTextMessage',
  'audio',
  'video',
  'image',
  'application',
  'stickerMessage',
  'call_log',
  'contactMessage',
  'locationMessage',
  'pollCreationMessageV3',
  'eventMessage',
  'listMessage',
  'buttonsMessage',
  'viewOnceMessage',
  'interactiveMessage',
  'adMetaPreview',
  'unsupported',
  /** Could not be decrypted yet. */
  'ciphertext',
] as const;
export const mediaTypeSchema = z.enum(MEDIA_TYPES);
export type MediaType = z.infer<typeof mediaTypeSchema>;

/** The state of a message's file. Only a `stored` file has a key that may be served. */
export const messageMediaSchema = z.object({
  state: z.enum(['fetching', 'stored', 'failed']),
  key: sparse(z.string(), ''),
  mimeType: z.string().default('application/octet-stream'),
  fileName: sparse(z.string(), ''),
  size: sparse(z.int().nonnegative(), 0),
  voice: sparse(z.boolean(), false),
  durationS: sparse(z.number().nonnegative().nullable(), null),
  reason: sparse(z.string(), ''),
});
export type MessageMedia = z.infer<typeof messageMediaSchema>;

/** The writer of a group message. */
export const messageWriterSchema = z.object({
  contactId: idSchema,
  /** Empty if the contact has only a number, because a name can be shown to everybody. */
  name: z.string(),
  /** Digits with country code, if known; shown only to users who may read numbers. */
  number: sparse(z.string(), ''),
  /** The provider's identity of the writer, for quoting the message or marking it read. */
  identity: identitySchema.optional(),
});
export type MessageWriter = z.infer<typeof messageWriterSchema>;

/** The part of a quoted message that its reply shows. */
export const quotedMessageSchema = z.object({
  id: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: mediaTypeSchema,
  /**
   * Key of the quoted file, if the reply is on the same ticket and in the same queue: then everyone who may read the
   * reply may also read the file.
   */
  mediaKey: sparse(z.string(), ''),
  /** Null for messages of our side or of the conversation's contact. */
  writer: sparse(messageWriterSchema.nullable(), null),
});

export type QuotedMessage = z.infer<typeof quotedMessageSchema>;

/** Orders a change among those of the same second; null on rows of earlier releases. */
const arrival = { arrival: sparse(arrivalSchema.nullable(), null) };

export const reactionSchema = z.object({
  /** Empty: removed. The entry is kept, so that an older reaction that arrives late does not come back. */
  emoji: z.string(),
  fromMe: z.boolean(),
  name: sparse(z.string(), ''),
  at: instantSchema,
  ...arrival,
  /**
   * Distinguishes the reactions of different people without identifying them: `me`, `contact`, or a digest in groups.
   */
  by: sparse(z.string(), ''),
});

/** A person's vote in a poll. */
export const voteSchema = z.object({
  /**
   * Positions of the chosen options. Empty: taken back. The entry is kept, so that an older vote that arrives late does
   * not come back.
   */
  options: z.array(z.int().nonnegative()),
  fromMe: z.boolean(),
  /** The voter's name, in groups. */
  name: sparse(z.string(), ''),
  at: instantSchema,
  ...arrival,
  /**
   * Distinguishes voters without identifying them: `me`, `contact`, or in groups a digest of each known id of the
   * person.
   */
  by: z.array(z.string()).min(1),
});
export type Vote = z.infer<typeof voteSchema>;

/** Whether a message is pinned in its chat, as the newest pin or unpin says. */
const pinSchema = z.object({
  /** The end of the pin; null if the message was unpinned. */
  until: instantSchema.nullable(),
  /** Provider time of the pin or unpin: an older one that arrives late changes nothing. */
  at: instantSchema,
  ...arrival,
});

/**
 * States of a message. `pending`, `sending`: an outgoing message that the provider has not accepted yet. `unknown`: it
 * is not known whether the provider has accepted it. `received`: an incoming message.
 */
export const SEND_STATES = [
  'received',
  'private',
  'pending',
  'sending',
  'sent',
  'failed',
  'unknown',
] as const;

/** A requested change of a message at its provider. */
export const askedChangeSchema = z.object({
  type: z.enum(['edit', 'delete']),
  /** The provider's id of the change. A retry with the same id is the same change. */
  providerMessageId: z.string(),
  /** Counts the requested changes of the message. */
  attempt: z.int().positive(),
  /** `asked` until a failure is reported; a success is not reported. unknown: the contact may have the change. */
  state: z.enum(['asked', 'failed', 'unknown']),
  error: sparse(z.string(), ''),
});
export type AskedChange = z.infer<typeof askedChangeSchema>;

/** One message of a conversation, stored under contact and connection so that history spans tickets. */
export const messageSchema = z.object({
  companyId: idSchema,
  /** `<contactId>.<connectionId>.<sort key>`: determines the key of the row. */
  id: z.string(),
  contactId: idSchema,
  connectionId: idSchema,
  /**
   * Time in milliseconds (13 digits; the provider's time for inbound messages), `-`, then a monotonic id. Screens
   * sort by it.
   */
  sortKey: z.string(),
  ticketId: idSchema,
  queueId: sparse(idSchema.nullable(), null),
  /** The attendant who wrote the message; null for messages of the contact, the phone and the system. */
  userId: sparse(idSchema.nullable(), null),
  /** The rule of an automatic message; empty for messages that people wrote. */
  saidBy: sparse(z.string(), ''),
  /** The assistant that wrote an automatic answer, with its sources; null for other messages. */
  assistant: sparse(assistedSchema.nullable(), null),
  /** The campaign that sent it, and its receiver there; null for other messages. */
  campaign: sparse(z.object({ id: idSchema, position: z.int().nonnegative() }).nullable(), null),
  /** Idempotency key, chosen by the client for each message. */
  clientId: sparse(z.string().nullable(), null),
  providerMessageId: sparse(z.string().nullable(), null),
  /** Key for decrypting the edits of an inbound message and the votes in a poll, in base64; never shown. */
  secret: sparse(z.string(), ''),
  fromMe: z.boolean(),
  body: sparse(z.string(), ''),
  mediaType: mediaTypeSchema.default('extendedTextMessage'),
  media: sparse(messageMediaSchema.nullable(), null),
  /** Transcription of a voice note or audio file, once requested; empty if it contains no speech. */
  transcription: sparse(z.string().nullable(), null),
  /** Rendering data of rich kinds (location, contact cards, interactive). */
  dataJson: sparse(z.record(z.string(), z.unknown()).nullable(), null),
  quoted: sparse(quotedMessageSchema.nullable(), null),
  /** The writer, in groups. */
  participant: sparse(messageWriterSchema.nullable(), null),
  ack: sparse(z.int().min(0).max(5), 0),
  sendState: z.enum(SEND_STATES).default('received'),
  sendError: sparse(z.string(), ''),
  /** Counts the sends of this message; a retry is a new attempt. */
  attempt: sparse(z.int().nonnegative(), 0),
  /** The newest change that was requested at its provider. */
  change: sparse(askedChangeSchema.nullable(), null),
  /** When the provider accepted the message; empty if it did not, and for messages that we did not send. */
  takenAt: sparse(instantSchema.or(z.literal('')), ''),
  /** When an attempt that has no outcome by then is called unknown. */
  outcomeDueAt: sparse(instantSchema.nullable(), null),
  read: sparse(z.boolean(), false),
  isDeleted: sparse(z.boolean(), false),
  isEdited: sparse(z.boolean(), false),
  /** Provider time of the newest edit: an older edit that arrives late changes nothing. */
  editedAt: sparse(instantSchema.nullable(), null),
  /** Orders the newest edit among those of the same second; null on rows of earlier releases. */
  editArrival: sparse(arrivalSchema.nullable(), null),
  isForwarded: sparse(z.boolean(), false),
  isPrivate: sparse(z.boolean(), false),
  /** From before the connection existed: storing it publishes no event, and it counts in no figures. */
  imported: sparse(z.boolean(), false),
  reactions: sparse(z.array(reactionSchema), []),
  /** Votes in a poll, one for each voter. */
  votes: sparse(z.array(voteSchema), []),
  pin: sparse(pinSchema.nullable(), null),
  /** `createdAt` in the API. */
  sentAt: instantSchema,
});
export type Message = z.infer<typeof messageSchema>;

/** Whether a message is only a placeholder for an unreadable one. */
export const isPlaceholder = ({ mediaType }: Pick<Message, 'mediaType'>): boolean =>
  mediaType === 'ciphertext' || mediaType === 'viewOnceMessage';

/** Whether the outcome of a message of ours is still open. */
export const isOnItsWay = ({ sendState }: Pick<Message, 'sendState'>): boolean =>
  sendState === 'pending' || sendState === 'sending';

/** The chat that a change came from, and its writer in a group; absent in changes that earlier releases stored. */
const claimShape = {
  from: z.array(identitySchema).max(8).optional(),
  writer: z.array(identitySchema).max(8).optional(),
};

/** A change of a message after it was stored, from any source. */
export const messageChangeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('receipt'), ack: z.int().min(1).max(5) }),
  /** The provider could not deliver a message of ours that it had accepted. */
  z.object({ type: z.literal('send-failure'), reason: z.string() }),
  z.object({ type: z.literal('reaction'), reaction: reactionSchema, ...claimShape }),
  z.object({
    type: z.literal('edit'),
    fromMe: z.boolean(),
    text: z.string(),
    at: instantSchema,
    ...arrival,
    ...claimShape,
  }),
  z.object({ type: z.literal('revoke'), fromMe: z.boolean(), ...claimShape }),
  /** A vote in a poll; `texts` are the chosen options. */
  z.object({
    type: z.literal('vote'),
    texts: z.array(z.string()),
    vote: voteSchema.omit({ options: true }),
    ...claimShape,
  }),
  pinSchema.extend({ type: z.literal('pin'), ...claimShape }),
]);
export type MessageChange = z.infer<typeof messageChangeSchema>;

/**
 * Maps a provider's message id to our row: makes storing a message idempotent, and finds it for receipts and edits.
 * Message ids that we choose need no such row, because they contain the message's key; our changes of a message have
 * one. Events that arrive before their message are parked here, without a message id, and applied when the message is
 * stored.
 */
export const providerMessageSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  providerMessageId: z.string(),
  messageId: z.string().nullable(),
  /** Set if the id belongs to a change of the message by us, not to the message itself. */
  change: askedChangeSchema.shape.type.optional(),
  parked: z.array(messageChangeSchema).optional(),
  parkedAt: instantSchema.optional(),
});

export type ProviderMessage = z.infer<typeof providerMessageSchema>;

/** Maps a client's id to the messages that it created, with the hash of the request. */
export const clientMessageSchema = z.object({
  companyId: idSchema,
  userId: idSchema,
  clientId: z.string(),
  bodyHash: z.string(),
  messageIds: z.array(z.string()).min(1),
});
