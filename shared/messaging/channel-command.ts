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

/** Fields of every command. */
export const commandBase = {
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
    /** Picture above the text. */
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

/**
 * What the platform asks of a channel, whichever it is, over the FIFO queue that the channel names (`queueOf`). The group is
 * `<companyId>:<connectionId>:<contactId>`. Every command may come twice: whoever carries it out makes it idempotent. Its
 * outcome is an inbound event: `send-result`, `change-result`, `number-check` or `media`.
 */
export const channelCommandSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...commandBase,
    ...onConnection,
    type: z.literal('send'),
    messageId: z.string().min(1).max(200),
    attempt: z.int().positive(),
    /** Where the id is ours to choose: a repeated send carries the same one. Absent where the provider gives it. */
    providerMessageId: z.string().min(1).max(200).optional(),
    content: outboundContentSchema,
    quoted: messageRefSchema.optional(),
    /** Of a person, outside the usual reply window. */
    tag: z.literal('human-agent').optional(),
  }),
  z.strictObject({
    ...commandBase,
    ...onConnection,
    ...change,
    type: z.literal('edit'),
    text: z.string().min(1).max(65_536),
  }),
  z.strictObject({ ...commandBase, ...onConnection, ...change, type: z.literal('delete') }),
  z.strictObject({
    ...commandBase,
    ...onConnection,
    type: z.literal('read'),
    /** Provider ids of the contact's messages that were read. */
    providerMessageIds: z.array(z.string().min(1).max(200)).min(1).max(100),
    participant: identitySchema.optional(),
  }),
  /** Show the chat as unread on the account's own phone and its other devices. */
  z.strictObject({
    ...commandBase,
    ...onConnection,
    type: z.literal('mark-unread'),
    /** The chat's newest message. */
    last: messageRefSchema,
    /** Epoch milliseconds at which that was sent. */
    lastSentAt: z.int().positive(),
  }),
  /** Ask whether the provider reaches a number (digits with the country code), and report with a `number-check` event. */
  z.strictObject({
    ...commandBase,
    waitsUntil: onConnection.waitsUntil,
    type: z.literal('check-number'),
    number: z.string().regex(/^\d{1,20}$/),
  }),
  /** Fetch the bytes of an inbound message into the bucket under `key`, then report with a `media` event. */
  z.strictObject({
    ...commandBase,
    type: z.literal('fetch-media'),
    messageId: z.string().min(1).max(200),
    key: z.string().min(1).max(500),
    media: inboundMediaSchema,
    maxBytes: z.int().positive(),
  }),
]);
export type ChannelCommand = z.infer<typeof channelCommandSchema>;
