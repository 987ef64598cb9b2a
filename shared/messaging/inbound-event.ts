import * as z from 'zod';
import { assistedSchema, SOURCES_MAX } from '../entities/assistant-knowledge.ts';
import { channelSchema, identitySchema, numberResultSchema } from './identity.ts';
import { placeShape } from './place.ts';
import { interactiveContentSchema } from './rich-content.ts';
import { aboutSchema, adSchema, eventSchema, pollSchema } from './stored-content.ts';

export type { About } from './stored-content.ts';

export const inboundMediaSchema = z.strictObject({
  mimeType: z.string().max(255),
  fileName: z.string().max(255).optional(),
  /** Size in bytes as the provider announced it; the real size is measured during the download. */
  size: z.number().int().nonnegative().optional(),
  voice: z.boolean().default(false),
  durationS: z.number().nonnegative().optional(),
  /** Reference for downloading the file later. Opaque except for the channel that wrote it. */
  source: z.string().max(200_000),
});

const locationSchema = z.strictObject({
  ...placeShape,
  name: z.string().max(500).optional(),
  address: z.string().max(1000).optional(),
});

/** The kinds of content that the platform stores. Any other kind arrives as `unsupported` and is shown as such. */
export const inboundContentSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string().max(65_536) }),
  z.strictObject({
    kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
    caption: z.string().max(65_536).optional(),
    media: inboundMediaSchema,
  }),
  z.strictObject({ kind: z.literal('location'), location: locationSchema }),
  z.strictObject({
    kind: z.literal('contacts'),
    contacts: z.array(z.strictObject({ name: z.string().max(500), vcard: z.string().max(20_000) })).max(100),
  }),
  /** An interactive message, with buttons or a list. */
  z.strictObject({ kind: z.literal('interactive'), content: interactiveContentSchema }),
  z.strictObject({ kind: z.literal('poll'), poll: pollSchema }),
  z.strictObject({ kind: z.literal('event'), event: eventSchema }),
  z.strictObject({ kind: z.literal('ad'), text: z.string().max(65_536), ad: adSchema }),
  z.strictObject({
    kind: z.literal('unsupported'),
    providerType: z.string().max(100),
    /** Text beside the part that cannot be shown. */
    caption: z.string().max(65_536).optional(),
    /** The provider's JSON of the message, cut to this length: for whoever has to find out what it was. */
    raw: z.string().max(8_000).optional(),
  }),
  /**
   * Placeholder for a message that is not readable here. ciphertext: it could not be decrypted yet, and is replaced
   * when the provider sends the message again with the same id. view-once: only the phone shows it.
   */
  z.strictObject({ kind: z.literal('placeholder'), of: z.enum(['ciphertext', 'view-once']) }),
  /** A call that nobody answered. */
  z.strictObject({ kind: z.literal('missed-call'), video: z.boolean() }),
  /** A call that was answered on a phone. */
  z.strictObject({ kind: z.literal('answered-call'), video: z.boolean(), durationS: z.int().nonnegative() }),
]);
export type InboundContent = z.infer<typeof inboundContentSchema>;

const base = {
  v: z.literal(1),
  companyId: z.int().positive(),
  connectionId: z.int().positive(),
  channel: channelSchema,
  /** Epoch milliseconds at which our side received it. */
  receivedAt: z.int().nonnegative(),
};

const chatSchema = z.strictObject({
  isGroup: z.boolean(),
  /** Identities of the conversation's contact or group, best one first. */
  identities: z.array(identitySchema).min(1).max(8),
  name: z.string().max(500).optional(),
  /** The writer, in groups. */
  participant: z
    .strictObject({ identities: z.array(identitySchema).min(1).max(8), name: z.string().max(500).optional() })
    .optional(),
});

/**
 * The chat and person that requested a change of a message. No provider guarantees that the message is one of that
 * chat. Absent only in events that an earlier release took in.
 */
const claimedInSchema = chatSchema.optional();

/** The provider's id of a change of a message, if the change has one. */
const changeId = { changeId: z.string().min(1).max(200).optional() };

/** The message and attempt of ours that a provider repeats in its updates of a send. */
const sentAsSchema = z.strictObject({
  messageId: z.string().min(1).max(200),
  attempt: z.int().positive(),
});

/** A message of the contact, or a message that the company wrote on its own phone (`fromMe`). */
export const inboundMessageSchema = z.strictObject({
  ...base,
  type: z.literal('message'),
  providerMessageId: z.string().min(1).max(200),
  /** The provider's time, in epoch milliseconds. */
  sentAt: z.int().nonnegative(),
  fromMe: z.boolean(),
  isForwarded: z.boolean().default(false),
  chat: chatSchema,
  content: inboundContentSchema,
  quotedProviderMessageId: z.string().max(200).optional(),
  /** The contact came through an advertisement, or through a page's button. */
  isFreeEntry: z.boolean().optional(),
  about: aboutSchema.optional(),
  /** Another program of the company answers this conversation: nothing automatic answers here. */
  isStandby: z.boolean().optional(),
  /** Of an echo of our own send. */
  sentAs: sentAsSchema.optional(),
  /** Base64. Key for decrypting later encrypted edits of this message. */
  secret: z.base64().max(64).optional(),
});

/**
 * An event that a channel puts on the inbound queue: one normalised fact, independent of the channel. Sources are the
 * session host (WhatsApp Web), Meta's webhooks and the local sandbox. The FIFO group is
 * `<companyId>:<connectionId>:<chat key>`, so each conversation is processed in order.
 */
export const inboundEventSchema = z.discriminatedUnion('type', [
  inboundMessageSchema,
  /** `ack` in the product's numbers: 1 sent, 2 delivered, 3 read, 4 played. It only increases. */
  z.strictObject({
    ...base,
    type: z.literal('receipt'),
    providerMessageId: z.string().min(1).max(200),
    ack: z.int().min(1).max(5),
    sentAs: sentAsSchema.optional(),
  }),
  /** The provider accepted a message of ours, and then could not deliver it. */
  z.strictObject({
    ...base,
    type: z.literal('send-failure'),
    providerMessageId: z.string().min(1).max(200),
    sentAs: sentAsSchema.optional(),
    reason: z.string().max(300),
  }),
  /** The contact received (2) or read (3) all our messages up to a time, in epoch milliseconds. */
  z.strictObject({
    ...base,
    type: z.literal('receipt-until'),
    chat: chatSchema,
    until: z.int().nonnegative(),
    ack: z.int().min(2).max(3),
  }),
  /** The provider says that one person's identities changed: `chat` has the old ones, `identities` the new ones. */
  z.strictObject({
    ...base,
    type: z.literal('new-identities'),
    chat: chatSchema,
    identities: z.array(identitySchema).min(1).max(8),
    sentAt: z.int().nonnegative(),
  }),
  z.strictObject({
    ...base,
    type: z.literal('reaction'),
    providerMessageId: z.string().min(1).max(200),
    targetProviderMessageId: z.string().min(1).max(200),
    /** Empty removes the reaction. */
    emoji: z.string().max(32),
    fromMe: z.boolean(),
    chat: chatSchema,
    sentAt: z.int().nonnegative(),
  }),
  z.strictObject({
    ...base,
    type: z.literal('edit'),
    ...changeId,
    targetProviderMessageId: z.string().min(1).max(200),
    text: z.string().max(65_536),
    fromMe: z.boolean(),
    chat: claimedInSchema,
    sentAt: z.int().nonnegative(),
  }),
  z.strictObject({
    ...base,
    type: z.literal('revoke'),
    targetProviderMessageId: z.string().min(1).max(200),
    fromMe: z.boolean(),
    chat: claimedInSchema,
    sentAt: z.int().nonnegative(),
  }),
  /** The file of an inbound message was stored in the bucket, or its download failed for good. */
  z.strictObject({
    ...base,
    type: z.literal('media'),
    /** Our message id, as in the download command. */
    messageId: z.string().min(1).max(200),
    result: z.discriminatedUnion('state', [
      z.strictObject({
        state: z.literal('stored'),
        key: z.string().max(500),
        mimeType: z.string().max(255),
        size: z.int().nonnegative(),
      }),
      z.strictObject({ state: z.literal('failed'), reason: z.string().max(300) }),
    ]),
  }),
  /** The outcome of a send. `unknown`: the provider may have accepted it. */
  z.strictObject({
    ...base,
    type: z.literal('send-result'),
    messageId: z.string().min(1).max(200),
    attempt: z.int().positive(),
    result: z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('sent'), providerMessageId: z.string().min(1).max(200) }),
      z.strictObject({ state: z.literal('failed'), reason: z.string().max(300) }),
      z.strictObject({ state: z.literal('unknown'), reason: z.string().max(300) }),
    ]),
  }),
  /** The name of a person, as the provider shows it; '' if it shows none. */
  z.strictObject({
    ...base,
    type: z.literal('profile'),
    contactId: z.int().positive(),
    person: identitySchema,
    name: z.string().max(500),
    /** Key of the person's picture in the bucket; null if the provider shows none. Absent if it could not be fetched. */
    pictureKey: z.string().max(500).nullable().optional(),
  }),
  /** A person or a group got a new picture, or `isRemoved`: has none any more. */
  z.strictObject({ ...base, type: z.literal('picture-change'), chat: chatSchema, isRemoved: z.boolean() }),
  /** A contact's name in the address book of the account's own phone; '' if it was removed there. */
  z.strictObject({
    ...base,
    type: z.literal('address-book-name'),
    chat: chatSchema,
    name: z.string().max(500),
    sentAt: z.int().nonnegative(),
  }),
  /** Whether a person wants marketing messages of the company, as the person told the provider. */
  z.strictObject({
    ...base,
    type: z.literal('marketing-preference'),
    chat: chatSchema,
    isWanted: z.boolean(),
    sentAt: z.int().nonnegative(),
  }),
  /** The account's own phone showed the chat's messages up to a time, in epoch milliseconds. */
  z.strictObject({ ...base, type: z.literal('chat-read'), chat: chatSchema, until: z.int().nonnegative() }),
  /** A person's votes in a poll, which replace the earlier ones; an empty list takes them back. */
  z.strictObject({
    ...base,
    type: z.literal('poll-vote'),
    ...changeId,
    targetProviderMessageId: z.string().min(1).max(200),
    /** Texts of the chosen options. */
    options: z.array(z.string().max(500)).max(20),
    fromMe: z.boolean(),
    chat: chatSchema,
    sentAt: z.int().nonnegative(),
  }),
  /** A message was pinned in its chat until a time, in epoch milliseconds, or unpinned (null). */
  z.strictObject({
    ...base,
    type: z.literal('pin'),
    ...changeId,
    targetProviderMessageId: z.string().min(1).max(200),
    until: z.int().nonnegative().nullable(),
    chat: chatSchema,
    sentAt: z.int().nonnegative(),
  }),
  /** Whether the provider can reach a number that was checked. */
  z.strictObject({
    ...base,
    type: z.literal('number-check'),
    number: z.string().max(20),
    result: numberResultSchema,
  }),
  /** Which numbers of a batch of a contact list the provider can reach, or why they could not be checked. */
  z.strictObject({
    ...base,
    type: z.literal('numbers-checked'),
    contactListId: z.int().positive(),
    token: z.string().min(1).max(100),
    result: z.discriminatedUnion('state', [
      z.strictObject({
        state: z.literal('answered'),
        numbers: z.array(z.strictObject({ number: z.string().max(50), result: numberResultSchema })).max(50),
      }),
      z.strictObject({ state: z.literal('failed'), reason: z.string().max(300) }),
    ]),
  }),
  /** An edit or deletion of ours that failed or has no known outcome; a success is not reported. */
  z.strictObject({
    ...base,
    type: z.literal('change-result'),
    messageId: z.string().min(1).max(200),
    attempt: z.int().positive(),
    result: z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('failed'), reason: z.string().max(300) }),
      z.strictObject({ state: z.literal('unknown'), reason: z.string().max(300) }),
    ]),
  }),
  /**
   * The answer that a ticket's automation awaits, from an integration, a model or a file download. `token` is the one
   * that the automation awaits: an answer with another token is late or repeated, and changes nothing. Its FIFO group
   * is that of the ticket's contact, so that it stays in order with the customer's messages.
   */
  z.strictObject({
    ...base,
    type: z.literal('answer'),
    ticketId: z.int().positive(),
    token: z.string().min(1).max(100),
    /** Which part of the answer it is, from 0. */
    part: z.int().nonnegative().default(0),
    /** What is sent to the customer, in order: a text, a file of the company's bucket, or a file with a text. */
    says: z
      .array(
        z.strictObject({
          text: z.string().max(65_536),
          file: z
            .strictObject({
              key: z.string().max(300),
              mimeType: z.string().max(200),
              fileName: z.string().max(255),
              size: z.int().nonnegative(),
              /** A voice message. */
              voice: z.boolean().optional(),
            })
            .optional(),
          /** The assistant that says it, with its sources. */
          assistant: assistedSchema
            .extend({ sources: assistedSchema.shape.sources.max(SOURCES_MAX) })
            .optional(),
        }),
      )
      .max(20),
    /** The conversation at the external bot after this answer; null ends it; without it, it stays. */
    session: z
      .strictObject({
        id: z.string().max(300),
        startedAt: z.iso.datetime(),
        state: z.string().max(4_000),
      })
      .nullable()
      .optional(),
    /**
     * Where the conversation continues: with more parts of this answer, with the automation, an attendant or a queue,
     * waiting, or closed.
     */
    next: z.discriminatedUnion('goesTo', [
      z.strictObject({ goesTo: z.literal('more') }),
      z.strictObject({ goesTo: z.literal('automation') }),
      z.strictObject({
        goesTo: z.literal('queue'),
        queueId: z.int().positive(),
        userId: z.int().positive().nullable(),
      }),
      z.strictObject({ goesTo: z.literal('people') }),
      z.strictObject({ goesTo: z.literal('end') }),
    ]),
  }),
  /** The live state of a WhatsApp session, fenced by the lease epoch that wrote it. */
  z.strictObject({
    ...base,
    type: z.literal('session'),
    epoch: z.int().nonnegative(),
    status: z.enum([
      'OPENING',
      'qrcode',
      'PAIRING',
      'CONNECTED',
      'DISCONNECTED',
      'TIMEOUT',
      'PASSKEY_REQUIRED',
    ]),
    qrcode: z.string().max(4096).default(''),
    retries: z.int().nonnegative().default(0),
    number: z.string().max(64).optional(),
    reason: z.string().max(300).optional(),
  }),
]);
export type InboundEvent = z.infer<typeof inboundEventSchema>;
export type InboundEventOf<T extends InboundEvent['type']> = Extract<InboundEvent, { type: T }>;

/**
 * Returns the FIFO group of an event, of any length and characters. Receipts and edits share their conversation's group if
 * the chat is known.
 */
export const inboundGroupId = (event: { companyId: number; connectionId: number }, chatKey: string): string =>
  `${event.companyId}:${event.connectionId}:${chatKey}`;
