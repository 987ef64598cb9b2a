import * as z from 'zod';
import { TEMPLATE_FILE_KINDS } from '../entities/message-template.ts';
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
 * The content of an outbound message, independent of the channel. Content that a channel cannot show is sent as text
 * (`content-text.ts`). Media is given by its key in our bucket, never by a URL.
 */
export const outboundContentSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(65_536) }),
  z.strictObject({
    kind: z.enum(['image', 'video', 'audio', 'document']),
    key: z.string().min(1).max(500),
    mimeType: z.string().max(255),
    fileName: z.string().max(255),
    caption: z.string().max(65_536).optional(),
    /** Recorded as a voice note: Ogg Opus. */
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
  pollContentSchema.extend({
    /** Base64. Key for decrypting the votes; the provider chooses one if absent. */
    secret: z.base64().max(64).optional(),
  }),
  templateContentSchema.extend({
    /** The file of the template's header. */
    file: z
      .strictObject({
        kind: z.enum(TEMPLATE_FILE_KINDS),
        key: z.string().min(1).max(500),
        mimeType: z.string().max(255),
        fileName: z.string().max(255),
      })
      .optional(),
  }),
]);
export type OutboundContent = z.infer<typeof outboundContentSchema>;

/** A message of either side, with the data that a provider needs to quote, edit or delete it. */
export const messageRefSchema = z.strictObject({
  providerMessageId: z.string().min(1).max(200),
  fromMe: z.boolean(),
  /** The writer, in groups. */
  participant: identitySchema.optional(),
  text: z.string().max(65_536).optional(),
});

export type MessageRef = z.infer<typeof messageRefSchema>;

const onConnection = {
  to: z.array(identitySchema).min(1).max(8),
  /** Epoch milliseconds until which the command waits for its connection; then it fails. */
  waitsUntil: z.int().positive(),
};
/** A change of a message of ours. */
const change = {
  messageId: z.string().min(1).max(200),
  /** Counts the changes of this message, so that an outcome can be matched to its change. */
  attempt: z.int().positive(),
  /** The id of the change itself, chosen by us: a retry with the same id is the same change. */
  providerMessageId: z.string().min(1).max(200),
  target: messageRefSchema,
};

/**
 * A command of the platform to a channel, over the FIFO queue that the channel chooses (`queueOf`). The group is
 * `<companyId>:<connectionId>:<contactId>`. Every command may be delivered twice, so its execution must be
 * idempotent. Its outcome is an inbound event: `send-result`, `change-result`, `number-check`,
 * `numbers-checked` or `media`.
 */
export const channelCommandSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...commandBase,
    ...onConnection,
    type: z.literal('send'),
    messageId: z.string().min(1).max(200),
    attempt: z.int().positive(),
    /** Present if we choose the id: a retry has the same one. Absent if the provider assigns it. */
    providerMessageId: z.string().min(1).max(200).optional(),
    content: outboundContentSchema,
    quoted: messageRefSchema.optional(),
    /** For a user's message outside the usual reply window. */
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
    /** Provider ids of the contact's messages that were read, newest first. */
    providerMessageIds: z.array(z.string().min(1).max(200)).min(1).max(100),
    participant: identitySchema.optional(),
  }),
  /** Shows the contact that somebody is typing. Never repeated, and not carried out after `waitsUntil`. */
  z.strictObject({
    ...commandBase,
    ...onConnection,
    type: z.literal('typing'),
    /** Provider id of the contact's newest message, which some providers then mark as read. */
    newestId: z.string().min(1).max(200),
  }),
  /** Shows the chat as unread on the account's own phone and its other devices. */
  z.strictObject({
    ...commandBase,
    ...onConnection,
    type: z.literal('mark-unread'),
    /** The chat's newest message. */
    last: messageRefSchema,
    /** Time of that message, in epoch milliseconds. */
    lastSentAt: z.int().positive(),
  }),
  /**
   * Checks whether the provider can reach a number (digits with the country code), and reports with a `number-check`
   * event.
   */
  z.strictObject({
    ...commandBase,
    waitsUntil: onConnection.waitsUntil,
    type: z.literal('check-number'),
    number: z.string().regex(/^\d{1,20}$/),
  }),
  /**
   * Checks with one request which numbers of a contact list the provider can reach, and reports with a
   * `numbers-checked` event. `token` names the batch.
   */
  z.strictObject({
    ...commandBase,
    waitsUntil: onConnection.waitsUntil,
    type: z.literal('check-numbers'),
    contactListId: z.int().positive(),
    token: z.string().min(1).max(100),
    numbers: z
      .array(z.string().regex(/^\d{1,50}$/))
      .min(1)
      .max(50),
  }),
  /** Downloads the file of an inbound message into the bucket under `key`, then reports with a `media` event. */
  z.strictObject({
    ...commandBase,
    type: z.literal('fetch-media'),
    messageId: z.string().min(1).max(200),
    key: z.string().min(1).max(500),
    media: inboundMediaSchema,
    maxBytes: z.int().positive(),
  }),
  /** Reads a person's name and picture at the provider, then reports with a `profile` event. */
  z.strictObject({
    ...commandBase,
    type: z.literal('fetch-profile'),
    contactId: z.int().positive(),
    person: identitySchema,
    /** Start of the key under which the picture is stored in the bucket. Absent in commands of the release before. */
    pictureKey: z.string().min(1).max(500).optional(),
  }),
]);
export type ChannelCommand = z.infer<typeof channelCommandSchema>;
