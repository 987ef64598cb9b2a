import * as z from 'zod';
import { identitySchema } from './identity.ts';
import { inboundMediaSchema } from './inbound-event.ts';
import {
  buttonsContentSchema,
  listContentSchema,
  locationContentSchema,
  pixContentSchema,
  pollContentSchema,
  templateContentSchema,
} from './rich-content.ts';

/**
 * A command that was received so often goes to the dead letters. Waiting for a connection uses tries up too: twelve span
 * the time that a message waits (`SEND_WAIT_MS`), and the 45 s that a takeover lasts at most.
 */
export const SESSION_COMMAND_MAX_RECEIVES = 12;

/**
 * What the platform asks of the session host, over one FIFO queue per shard. The group is
 * `<companyId>:<connectionId>` for life-cycle commands and `<companyId>:<connectionId>:<contactId>` for messages.
 * Every command may come twice: the host makes each idempotent.
 */
const base = {
  v: z.literal(1),
  companyId: z.int().positive(),
  connectionId: z.int().positive(),
};

/**
 * What is said, in no channel's terms. What a channel cannot show goes out as text (`content-text.ts`). Media is named
 * by its key in our bucket, never a URL.
 */
export const outboundContentSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(65_536) }),
  z.strictObject({
    kind: z.enum(['image', 'video', 'audio', 'document']),
    key: z.string().min(1).max(500),
    mimeType: z.string().max(255),
    fileName: z.string().max(255),
    caption: z.string().max(65_536).optional(),
    /** Audio recorded as a voice note: Ogg Opus. */
    voice: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('contact'), name: z.string().max(500), vcard: z.string().max(20_000) }),
  listContentSchema,
  buttonsContentSchema.extend({
    /** What stands on top. */
    image: z
      .strictObject({
        key: z.string().min(1).max(500),
        mimeType: z.string().max(255),
        fileName: z.string().max(255),
      })
      .optional(),
  }),
  pixContentSchema,
  locationContentSchema,
  pollContentSchema,
  templateContentSchema,
]);
export type OutboundContent = z.infer<typeof outboundContentSchema>;

/** A message of either side, as a provider needs it to be quoted, edited or deleted. */
export const messageRefSchema = z.strictObject({
  providerMessageId: z.string().min(1).max(200),
  fromMe: z.boolean(),
  /** In groups: who wrote it. */
  participant: identitySchema.optional(),
  text: z.string().max(65_536).optional(),
});

export type MessageRef = z.infer<typeof messageRefSchema>;

const onConnection = {
  to: z.array(identitySchema).min(1).max(8),
  /** Epoch milliseconds until which it waits for its connection to be up; then it fails. */
  waitsUntil: z.int().positive(),
};
/** A change of a message of ours. */
const change = {
  messageId: z.string().min(1).max(200),
  /** Counts what was asked of this message; its outcome says which one it is of. */
  attempt: z.int().positive(),
  /** The id of the change itself, ours to choose: a repeated one is the same change. */
  providerMessageId: z.string().min(1).max(200),
  target: messageRefSchema,
};

export const sessionCommandSchema = z.discriminatedUnion('type', [
  /** Make the connection live; idempotent. `fresh` forgets the stored credentials first: a new QR code follows. */
  z.strictObject({ ...base, type: z.literal('start'), fresh: z.boolean().default(false) }),
  /** Close the socket. `logout` also unlinks the device and wipes the credentials. */
  z.strictObject({ ...base, type: z.literal('stop'), logout: z.boolean().default(false) }),
  z.strictObject({ ...base, type: z.literal('restart') }),
  /** Make the connection live, and get a code to type on the phone of this number instead of scanning. */
  z.strictObject({
    ...base,
    type: z.literal('pair'),
    number: z.string().regex(/^\d{1,20}$/),
    /** When it was asked for, epoch milliseconds: tells one request from another. */
    askedAt: z.int().positive(),
  }),
  z.strictObject({
    ...base,
    ...onConnection,
    type: z.literal('send'),
    messageId: z.string().min(1).max(200),
    attempt: z.int().positive(),
    /** Where the id is ours to choose: a repeated send carries the same one. Absent where the provider gives it. */
    providerMessageId: z.string().min(1).max(200).optional(),
    content: outboundContentSchema,
    quoted: messageRefSchema.optional(),
  }),
  z.strictObject({
    ...base,
    ...onConnection,
    ...change,
    type: z.literal('edit'),
    text: z.string().min(1).max(65_536),
  }),
  z.strictObject({ ...base, ...onConnection, ...change, type: z.literal('delete') }),
  z.strictObject({
    ...base,
    ...onConnection,
    type: z.literal('read'),
    /** Provider ids of the contact's messages that were read. */
    providerMessageIds: z.array(z.string().min(1).max(200)).min(1).max(100),
    participant: identitySchema.optional(),
  }),
  /** Show the chat as unread on the account's own phone and its other devices. */
  z.strictObject({
    ...base,
    ...onConnection,
    type: z.literal('mark-unread'),
    /** The chat's newest message. */
    last: messageRefSchema,
    /** Epoch milliseconds at which that was sent. */
    lastSentAt: z.int().positive(),
  }),
  /** Ask whether the provider reaches a number (digits with the country code), and report with a `number-check` event. */
  z.strictObject({
    ...base,
    waitsUntil: onConnection.waitsUntil,
    type: z.literal('check-number'),
    number: z.string().regex(/^\d{1,20}$/),
  }),
  /** Fetch the bytes of an inbound message into the bucket under `key`, then report with a `media` event. */
  z.strictObject({
    ...base,
    type: z.literal('fetch-media'),
    messageId: z.string().min(1).max(200),
    key: z.string().min(1).max(500),
    media: inboundMediaSchema,
    maxBytes: z.int().positive(),
  }),
]);
export type SessionCommand = z.infer<typeof sessionCommandSchema>;
/** What only a live session understands: it is paired, started and stopped. */
export type SessionLifeCommand = SessionCommandOf<'start' | 'stop' | 'restart' | 'pair'>;
/** What every channel that sends understands. */
export type ChannelCommand = Exclude<SessionCommand, SessionLifeCommand>;
export type SessionCommandOf<T extends SessionCommand['type']> = Extract<SessionCommand, { type: T }>;
