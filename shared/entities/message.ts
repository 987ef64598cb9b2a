import * as z from 'zod';
import { identitySchema } from '../messaging/identity.ts';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** Contact, connection, and the message's place in their conversation. */
export const messageIdSchema = z.string().regex(/^[1-9]\d{0,14}\.[1-9]\d{0,14}\.\d{13}-[0-9a-z]{8,20}$/);

/** The media types the screens know, as the product family names them. */
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

/** Where the bytes of a message are. Only `stored` has a key that may be served. */
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

/** Who wrote in a group. */
export const messageWriterSchema = z.object({
  contactId: idSchema,
  /** Empty where the contact is called by nothing but its number: a name can be shown to everybody. */
  name: z.string(),
  /** Digits with country code, where they were known; shown only to those who may read numbers. */
  number: sparse(z.string(), ''),
  /** How the provider names the writer when the message is quoted or marked read. */
  identity: identitySchema.optional(),
});
export type MessageWriter = z.infer<typeof messageWriterSchema>;

/** What is shown of the message that this one answers. */
export const quotedMessageSchema = z.object({
  id: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: mediaTypeSchema,
  /**
   * Of the file it shows, where the answer stands on the same ticket and in the same queue: whoever may read the answer
   * may then read it, too.
   */
  mediaKey: sparse(z.string(), ''),
  /** Null for what we or the conversation's contact wrote. */
  writer: sparse(messageWriterSchema.nullable(), null),
});

export type QuotedMessage = z.infer<typeof quotedMessageSchema>;

export const reactionSchema = z.object({
  /** Empty: taken back. Kept, so that an older one that comes late does not return. */
  emoji: z.string(),
  fromMe: z.boolean(),
  name: sparse(z.string(), ''),
  at: instantSchema,
  /** Tells one person's reaction from another's without naming them: `me`, `contact`, or a digest in groups. */
  by: sparse(z.string(), ''),
});

/** pending, sending: ours, not yet at the provider. unknown: the provider may have it. received: the contact's. */
export const SEND_STATES = [
  'received',
  'private',
  'pending',
  'sending',
  'sent',
  'failed',
  'unknown',
] as const;

/** A change of a message that its provider was asked for. */
export const askedChangeSchema = z.object({
  type: z.enum(['edit', 'delete']),
  /** The provider's id of the change: one that is asked for again is the same change. */
  providerMessageId: z.string(),
  /** Counts what was asked of the message. */
  attempt: z.int().positive(),
  /** `asked` until it is told that it failed: nothing tells that it succeeded. unknown: the contact may have it. */
  state: z.enum(['asked', 'failed', 'unknown']),
  error: sparse(z.string(), ''),
});
export type AskedChange = z.infer<typeof askedChangeSchema>;

/** One message of a conversation, kept under contact and connection so that history spans tickets. */
export const messageSchema = z.object({
  companyId: idSchema,
  /** `<contactId>.<connectionId>.<sort key>`: names its own row. */
  id: z.string(),
  contactId: idSchema,
  connectionId: idSchema,
  /** Time in milliseconds (13 digits; the provider's of what came in), `-`, then a monotonic id: what the screens sort by. */
  sortKey: z.string(),
  ticketId: idSchema,
  queueId: sparse(idSchema.nullable(), null),
  /** Attendant who wrote it; null for the contact's, the phone's and the system's. */
  userId: sparse(idSchema.nullable(), null),
  /** The rule by which the system said it by itself; empty for what people wrote. */
  saidBy: sparse(z.string(), ''),
  /** Chosen by the client, once per message. */
  clientId: sparse(z.string().nullable(), null),
  providerMessageId: sparse(z.string().nullable(), null),
  /** Opens the encrypted edits of an inbound message; never shown. */
  secret: sparse(z.string(), ''),
  fromMe: z.boolean(),
  body: sparse(z.string(), ''),
  mediaType: mediaTypeSchema.default('extendedTextMessage'),
  media: sparse(messageMediaSchema.nullable(), null),
  /** What is said in a voice note or audio file, once it was asked for; empty where that is nothing. */
  transcription: sparse(z.string().nullable(), null),
  /** Rendering data of rich kinds (location, contact cards, interactive). */
  dataJson: sparse(z.record(z.string(), z.unknown()).nullable(), null),
  quoted: sparse(quotedMessageSchema.nullable(), null),
  /** In groups: who wrote. */
  participant: sparse(messageWriterSchema.nullable(), null),
  ack: sparse(z.int().min(0).max(5), 0),
  sendState: z.enum(SEND_STATES).default('received'),
  sendError: sparse(z.string(), ''),
  /** Counts sends of this message; a resend is a new attempt. */
  attempt: sparse(z.int().nonnegative(), 0),
  /** The newest change of it that its provider was asked for. */
  change: sparse(askedChangeSchema.nullable(), null),
  /** When an attempt that has no outcome by then is called unknown. */
  outcomeDueAt: sparse(instantSchema.nullable(), null),
  read: sparse(z.boolean(), false),
  isDeleted: sparse(z.boolean(), false),
  isEdited: sparse(z.boolean(), false),
  /** Provider time of the newest edit: an older one that comes late changes nothing. */
  editedAt: sparse(instantSchema.nullable(), null),
  isForwarded: sparse(z.boolean(), false),
  isPrivate: sparse(z.boolean(), false),
  /** Of the time before the connection was made: told to nobody as it is stored, and in no figures. */
  imported: sparse(z.boolean(), false),
  reactions: sparse(z.array(reactionSchema), []),
  /** `createdAt` at the edge. */
  sentAt: instantSchema,
});
export type Message = z.infer<typeof messageSchema>;

/** Whether a message only stands for one that was not readable. */
export const isPlaceholder = ({ mediaType }: Pick<Message, 'mediaType'>): boolean =>
  mediaType === 'ciphertext' || mediaType === 'viewOnceMessage';

/** Whether the outcome of a message of ours is still to come. */
export const isOnItsWay = ({ sendState }: Pick<Message, 'sendState'>): boolean =>
  sendState === 'pending' || sendState === 'sending';

/** What may happen to a message after it was stored, wherever it was told. */
export const messageChangeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('receipt'), ack: z.int().min(1).max(5) }),
  z.object({ type: z.literal('reaction'), reaction: reactionSchema }),
  z.object({ type: z.literal('edit'), fromMe: z.boolean(), text: z.string(), at: instantSchema }),
  z.object({ type: z.literal('revoke'), fromMe: z.boolean() }),
]);
export type MessageChange = z.infer<typeof messageChangeSchema>;

/**
 * Points from a provider's id to our row: stores a message once for ever, and finds it for receipts and edits. Not
 * needed for ids of messages that we choose, since they tell their message's place; a change of ours has one.
 * What comes before its message is parked here, with no message id yet, and applied when the message is stored.
 */
export const providerMessageSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  providerMessageId: z.string(),
  messageId: z.string().nullable(),
  /** Where the id is not the message's own, but of a change of ours to it. */
  change: askedChangeSchema.shape.type.optional(),
  parked: z.array(messageChangeSchema).optional(),
  parkedAt: instantSchema.optional(),
});

export type ProviderMessage = z.infer<typeof providerMessageSchema>;

/** Points from a client's id to the messages it made, with the hash of what was asked. */
export const clientMessageSchema = z.object({
  companyId: idSchema,
  userId: idSchema,
  clientId: z.string(),
  bodyHash: z.string(),
  messageIds: z.array(z.string()).min(1),
});
