import * as z from 'zod';
import { channelSchema } from '../messaging/identity.ts';
import { idSchema, instantSchema, scheduleEntrySchema } from './common.ts';
import { sparse } from './sparse.ts';

/** Length of a proxy's URL with its credentials. */
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

/** WhatsApp takes a pairing code about as long as it gives QR codes: 60 s, and 20 s for each of five more. */
export const PAIRING_CODE_LIFE_MS = 160_000;

/** Why no pairing code came: the provider said no, or nobody answered in time. */
export const PAIRING_FAILURES = ['refused', 'too-many', 'unavailable'] as const;
export type PairingFailure = (typeof PAIRING_FAILURES)[number];

/** For what an account is restricted: what it sells, how its messages were received, or that it writes from no phone. */
export const RESTRICTION_KINDS = ['commerce', 'quality', 'companion', 'other'] as const;
export const QUOTA_WARNINGS = ['none', 'first', 'second', 'reached'] as const;

/** What an administrator sets on a connection. */
export const connectionOptionsSchema = z.object({
  greetingMessage: sparse(z.string(), ''),
  /** Farewell. The family's spelling, kept. */
  complationMessage: sparse(z.string(), ''),
  outOfHoursMessage: sparse(z.string(), ''),
  ratingMessage: sparse(z.string(), ''),
  maxUseBotQueues: z.int().nonnegative().default(3),
  maxUseBotQueuesNPS: z.int().nonnegative().default(3),
  /** Minutes. */
  timeUseBotQueues: sparse(z.int().nonnegative(), 0),
  /** Minutes a queue-less ticket waits before it is sent to `sendIdQueue`; 0 is off. */
  timeSendQueue: sparse(z.int().nonnegative(), 0),
  sendIdQueue: sparse(idSchema.nullable(), null),
  provider: z.string().default('beta'),
  /** Minutes; 0 is off. */
  expiresTicket: sparse(z.int().nonnegative(), 0),
  expiresTicketNPS: sparse(z.int().nonnegative(), 0),
  expiresInactiveMessage: sparse(z.string(), ''),
  timeInactiveMessage: sparse(z.int().nonnegative(), 0),
  inactiveMessage: sparse(z.string(), ''),
  /** 1: only when the last word was ours. */
  whenExpiresTicket: sparse(z.int().min(0).max(1), 0),
  /** Minutes in which a closed ticket is taken up again; 0 always makes a new one. */
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

/** A channel account of the company: `whatsapp` at the edge. */
export const connectionSchema = connectionOptionsSchema.extend({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  channel: channelSchema,
  isDefault: sparse(z.boolean(), false),
  queueIds: sparse(z.array(idSchema), []),
  /** SHA-256 of the external API token; the token itself is shown once. */
  tokenHash: sparse(z.string(), ''),
  tokenLast4: sparse(z.string(), ''),
  /** Picture or film that goes with the greeting, copied into each message that carries it; null without one. */
  greetingMediaAttachment: sparse(
    z.object({ key: z.string(), fileName: z.string(), mimeType: z.string(), size: z.int() }).nullable(),
    null,
  ),
  /** What its sockets go through: the address that is shown, and the whole URL with its credentials, sealed; null for none. */
  proxy: sparse(z.object({ address: z.string(), sealed: z.string() }).nullable(), null),
  /** The provider's access token for the account, sealed, and when it ends (null: never); null on a channel of sessions. */
  credentials: sparse(z.object({ sealed: z.string(), expireAt: instantSchema.nullable() }).nullable(), null),
  /** The provider's id of the account: page, Instagram account or phone number; '' where the channel has none. */
  accountId: sparse(z.string(), ''),
  /** Whether the session host is to keep it live; never on a channel without sessions. */
  started: z.boolean().default(false),
});
export type Connection = z.infer<typeof connectionSchema>;

/** What every request knows of a connection: what decides rights, and what is waited for; texts and hours are read by who needs them. */
export const directoryConnectionSchema = connectionSchema.pick({
  companyId: true,
  id: true,
  name: true,
  channel: true,
  isDefault: true,
  queueIds: true,
  allowGroup: true,
  groupAsTicket: true,
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

/** The live side of a connection, apart from its options because it changes by itself. */
export const connectionStateSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  status: z.enum(CONNECTION_STATUSES).default('DISCONNECTED'),
  qrcode: sparse(z.string(), ''),
  retries: sparse(z.int().nonnegative(), 0),
  number: sparse(z.string(), ''),
  reason: sparse(z.string(), ''),
  /** Lease epoch that wrote it; a lower one is ignored. */
  epoch: sparse(z.int().nonnegative(), 0),
  changedAt: instantSchema,
  statusImportMessages: sparse(z.string().nullable(), null),
  /** Whether a part of the phone's past could not be read: the last import, or the one that runs, lacks its messages. */
  isImportIncomplete: sparse(z.boolean(), false),
});
export type ConnectionState = z.infer<typeof connectionStateSchema>;

/** A code that was asked for, to be typed on the phone of a number instead of scanning. */
export const connectionPairingSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  /** Digits with the country code. */
  number: z.string(),
  askedAt: instantSchema,
  /** Eight letters and digits; empty until it is there. */
  code: sparse(z.string(), ''),
  /** Why there is none; empty while it is waited for. */
  failure: sparse(z.enum(PAIRING_FAILURES).or(z.literal('')), ''),
});
export type ConnectionPairing = z.infer<typeof connectionPairingSchema>;

/** How the account of a connection is doing, as its session told when something changed, or a few minutes ago. */
export const connectionHealthSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  toldAt: instantSchema,
  /** When something last came from the provider, whatever it was; null before the first. */
  lastFrameAt: sparse(instantSchema.nullable(), null),
  /** Conversations in which messages wait for the connection to be up. */
  waitingConversations: sparse(z.int().nonnegative(), 0),
  /** How often the line was lost within the hour before. */
  drops: sparse(z.int().nonnegative(), 0),
  /** Set while the provider lets the account write only to who wrote before; `until` null where it told no end. */
  restriction: sparse(
    z.object({ kind: z.enum(RESTRICTION_KINDS), until: instantSchema.nullable() }).nullable(),
    null,
  ),
  /** New conversations that the account may begin in a period, where the provider counts them. */
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
