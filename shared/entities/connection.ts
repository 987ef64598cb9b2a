import * as z from 'zod';
import { channelSchema } from '../messaging/identity.ts';
import { idSchema, instantSchema, scheduleEntrySchema } from './common.ts';
import { sparse } from './sparse.ts';

/** The maximum length of a proxy's URL with its credentials. */
export const PROXY_URL_MAX = 500;

export const CONNECTION_STATUSES = [
  'OPENING',
  'qrcode',
  'PAIRING',
  'CONNECTED',
  'DISCONNECTED',
  'TIMEOUT',
  'PASSKEY_REQUIRED',
] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/**
 * Time for which WhatsApp accepts a pairing code: about as long as it issues QR codes, 60 s plus 20 s for each of five
 * more.
 */
export const PAIRING_CODE_LIFE_MS = 160_000;

/** Reasons why no pairing code was issued: the provider refused, or did not respond in time. */
export const PAIRING_FAILURES = ['refused', 'too-many', 'unavailable'] as const;
export type PairingFailure = (typeof PAIRING_FAILURES)[number];

/**
 * Reasons why an account is restricted: the goods it sells, how recipients reacted to its messages, or its use without
 * a phone.
 */
export const RESTRICTION_KINDS = ['commerce', 'quality', 'companion', 'other'] as const;
export const QUOTA_WARNINGS = ['none', 'first', 'second', 'reached'] as const;

/** The options that an administrator sets on a connection. */
export const connectionOptionsSchema = z.object({
  greetingMessage: sparse(z.string(), ''),
  /** The farewell text. Spelled as in the specification. */
  complationMessage: sparse(z.string(), ''),
  outOfHoursMessage: sparse(z.string(), ''),
  /** Consent text and link for customers of this connection; empty to use the text and link of the company. */
  lgpdMessage: sparse(z.string(), ''),
  lgpdLink: sparse(z.string(), ''),
  ratingMessage: sparse(z.string(), ''),
  maxUseBotQueues: z.int().nonnegative().default(3),
  maxUseBotQueuesNPS: z.int().nonnegative().default(3),
  /** Minutes. */
  timeUseBotQueues: sparse(z.int().nonnegative(), 0),
  /** Minutes a ticket without queue waits before it is moved to `sendIdQueue`; 0 is off. */
  timeSendQueue: sparse(z.int().nonnegative(), 0),
  sendIdQueue: sparse(idSchema.nullable(), null),
  provider: z.string().default('beta'),
  /** Minutes; 0 is off. */
  expiresTicket: sparse(z.int().nonnegative(), 0),
  expiresTicketNPS: sparse(z.int().nonnegative(), 0),
  expiresInactiveMessage: sparse(z.string(), ''),
  timeInactiveMessage: sparse(z.int().nonnegative(), 0),
  inactiveMessage: sparse(z.string(), ''),
  /** 1: expires only if the last message is ours. */
  whenExpiresTicket: sparse(z.int().min(0).max(1), 0),
  /** Minutes in which a closed ticket is reopened; 0 always creates a new one. */
  timeCreateNewTicket: sparse(z.int().nonnegative(), 0),
  allowGroup: sparse(z.boolean(), false),
  groupAsTicket: sparse(z.boolean(), false),
  enableImportMessage: sparse(z.boolean(), false),
  importOldMessages: sparse(instantSchema.nullable(), null),
  importRecentMessages: sparse(instantSchema.nullable(), null),
  importOldMessagesGroups: sparse(z.boolean(), false),
  closedTicketsPostImported: sparse(z.boolean(), false),
  queueIdImportMessages: sparse(idSchema.nullable(), null),
  integrationId: sparse(idSchema.nullable(), null),
  promptId: sparse(idSchema.nullable(), null),
  flowIdWelcome: sparse(idSchema.nullable(), null),
  flowIdNotPhrase: sparse(idSchema.nullable(), null),
  collectiveVacationStart: sparse(instantSchema.nullable(), null),
  collectiveVacationEnd: sparse(instantSchema.nullable(), null),
  collectiveVacationMessage: sparse(z.string(), ''),
  schedules: sparse(z.array(scheduleEntrySchema), []),
});

/** An account of the company on a channel: `whatsapp` in the API. */
export const connectionSchema = connectionOptionsSchema.extend({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  channel: channelSchema,
  isDefault: sparse(z.boolean(), false),
  queueIds: sparse(z.array(idSchema), []),
  /** SHA-256 of the external API token; the token itself is shown only once. */
  tokenHash: sparse(z.string(), ''),
  tokenLast4: sparse(z.string(), ''),
  /** Picture or video of the greeting, copied into each message that contains it; null without one. */
  greetingMediaAttachment: sparse(
    z.object({ key: z.string(), fileName: z.string(), mimeType: z.string(), size: z.int() }).nullable(),
    null,
  ),
  /**
   * The proxy for its WebSocket connections: the address that is shown, and the whole URL with its credentials,
   * encrypted; null without a proxy.
   */
  proxy: sparse(z.object({ address: z.string(), sealed: z.string() }).nullable(), null),
  /**
   * The provider's access token for the account, encrypted, with its expiry time (null: never); null on a channel
   * with WhatsApp sessions.
   */
  credentials: sparse(z.object({ sealed: z.string(), expireAt: instantSchema.nullable() }).nullable(), null),
  /** The provider's id of the account: page, Instagram account or phone number; '' if the channel has none. */
  accountId: sparse(z.string(), ''),
  /**
   * The provider's id of what the account belongs to: a phone number's WhatsApp Business account, an Instagram
   * account's page; '' if there is none.
   */
  businessId: sparse(z.string(), ''),
  /** Whether the session host should keep its session running; always false on a channel without sessions. */
  started: z.boolean().default(false),
});
export type Connection = z.infer<typeof connectionSchema>;

/**
 * The fields of a connection that every request loads: those that decide rights and waiting times. Texts and hours
 * are read only when needed.
 */
export const directoryConnectionSchema = connectionSchema.pick({
  companyId: true,
  id: true,
  name: true,
  channel: true,
  isDefault: true,
  queueIds: true,
  allowGroup: true,
  groupAsTicket: true,
  lgpdMessage: true,
  expiresTicket: true,
  expiresTicketNPS: true,
  timeInactiveMessage: true,
  whenExpiresTicket: true,
  timeSendQueue: true,
  sendIdQueue: true,
  timeCreateNewTicket: true,
  started: true,
});
export type DirectoryConnection = z.infer<typeof directoryConnectionSchema>;

/** The live state of a connection. Separate from its options, because the system changes it. */
export const connectionStateSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  status: z.enum(CONNECTION_STATUSES).default('DISCONNECTED'),
  qrcode: sparse(z.string(), ''),
  retries: sparse(z.int().nonnegative(), 0),
  number: sparse(z.string(), ''),
  reason: sparse(z.string(), ''),
  /** Lease epoch that wrote the state; writes with a lower epoch are ignored. */
  epoch: sparse(z.int().nonnegative(), 0),
  changedAt: instantSchema,
  statusImportMessages: sparse(z.string().nullable(), null),
  /** Whether part of the phone's history could not be read, so that the last or current import is incomplete. */
  isImportIncomplete: sparse(z.boolean(), false),
});
export type ConnectionState = z.infer<typeof connectionStateSchema>;

/** A requested pairing code, which is typed on the phone of a number instead of scanning. */
export const connectionPairingSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  /** Digits with the country code. */
  number: z.string(),
  askedAt: instantSchema,
  /** Eight letters and digits; empty until it is issued. */
  code: sparse(z.string(), ''),
  /** Why no code was issued; empty while it is awaited. */
  failure: sparse(z.enum(PAIRING_FAILURES).or(z.literal('')), ''),
});
export type ConnectionPairing = z.infer<typeof connectionPairingSchema>;

/** What the news of a provider about an account are about. */
export const ACCOUNT_TOPICS = ['standing', 'restriction', 'violation', 'limit'] as const;

/**
 * The health of a connection's account. A session reports it after a change, or every few minutes; a provider without
 * sessions tells only what changes.
 */
export const connectionHealthSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  toldAt: instantSchema,
  /** Times of the provider's newest news by topic; empty for an account with a session. */
  newsAt: sparse(z.partialRecord(z.enum(ACCOUNT_TOPICS), instantSchema), {}),
  /** When the provider last found that the account broke its rules; null if never. */
  violationAt: sparse(instantSchema.nullable(), null),
  /** Time of the last data of any kind from the provider; null before the first. */
  lastFrameAt: sparse(instantSchema.nullable(), null),
  /** Number of conversations with messages that wait for the connection. */
  waitingConversations: sparse(z.int().nonnegative(), 0),
  /** How often the WebSocket connection was lost within the previous hour. */
  drops: sparse(z.int().nonnegative(), 0),
  /** Number of messages since the session's start that could not be decrypted, and did not arrive readable later. */
  unreadable: sparse(z.int().nonnegative(), 0),
  /**
   * Set while the provider lets the account write only to contacts who wrote before; `until` is null without a known
   * end.
   */
  restriction: sparse(
    z.object({ kind: z.enum(RESTRICTION_KINDS), until: instantSchema.nullable() }).nullable(),
    null,
  ),
  /**
   * How many new conversations the account may start in a period, if the provider limits them. A provider without
   * sessions tells only `total`, for 24 hours.
   */
  quota: sparse(
    z
      .object({
        warning: z.enum(QUOTA_WARNINGS),
        used: z.int().nonnegative().nullable(),
        total: z.int().nonnegative().nullable(),
        renewsAt: instantSchema.nullable(),
      })
      .nullable(),
    null,
  ),
});
export type ConnectionHealth = z.infer<typeof connectionHealthSchema>;
