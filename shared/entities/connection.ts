import * as z from 'zod';
import { channelSchema } from '../messaging/inbound-event.ts';
import { idSchema, instantSchema, scheduleEntrySchema } from './common.ts';

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

/** What an administrator sets on a connection. */
export const connectionOptionsSchema = z.object({
  greetingMessage: z.string().default(''),
  /** Farewell. The family's spelling, kept. */
  complationMessage: z.string().default(''),
  outOfHoursMessage: z.string().default(''),
  ratingMessage: z.string().default(''),
  greetingMediaAttachment: z.string().default(''),
  maxUseBotQueues: z.int().nonnegative().default(3),
  maxUseBotQueuesNPS: z.int().nonnegative().default(3),
  /** Minutes. */
  timeUseBotQueues: z.int().nonnegative().default(0),
  /** Minutes a queue-less ticket waits before it is sent to `sendIdQueue`; 0 is off. */
  timeSendQueue: z.int().nonnegative().default(0),
  sendIdQueue: idSchema.nullable().default(null),
  provider: z.string().default('beta'),
  /** Minutes; 0 is off. */
  expiresTicket: z.int().nonnegative().default(0),
  expiresTicketNPS: z.int().nonnegative().default(0),
  expiresInactiveMessage: z.string().default(''),
  timeInactiveMessage: z.int().nonnegative().default(0),
  inactiveMessage: z.string().default(''),
  /** 1: only when the last word was ours. */
  whenExpiresTicket: z.int().min(0).max(1).default(0),
  /** Minutes in which a closed ticket is taken up again; 0 always makes a new one. */
  timeCreateNewTicket: z.int().nonnegative().default(0),
  allowGroup: z.boolean().default(false),
  groupAsTicket: z.boolean().default(false),
  enableImportMessage: z.boolean().default(false),
  importOldMessages: instantSchema.nullable().default(null),
  importRecentMessages: instantSchema.nullable().default(null),
  importOldMessagesGroups: z.boolean().default(false),
  closedTicketsPostImported: z.boolean().default(false),
  queueIdImportMessages: idSchema.nullable().default(null),
  integrationId: idSchema.nullable().default(null),
  promptId: idSchema.nullable().default(null),
  flowIdWelcome: idSchema.nullable().default(null),
  flowIdNotPhrase: idSchema.nullable().default(null),
  collectiveVacationStart: instantSchema.nullable().default(null),
  collectiveVacationEnd: instantSchema.nullable().default(null),
  collectiveVacationMessage: z.string().default(''),
  schedules: z.array(scheduleEntrySchema).default([]),
});

/** A channel account of the company: `whatsapp` at the edge. */
export const connectionSchema = connectionOptionsSchema.extend({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  channel: channelSchema,
  isDefault: z.boolean().default(false),
  queueIds: z.array(idSchema).default([]),
  /** SHA-256 of the external API token; the token itself is shown once. */
  tokenHash: z.string().default(''),
  tokenLast4: z.string().default(''),
  /** Whether the session host is to keep it live; never on a channel without sessions. */
  started: z.boolean().default(false),
});
export type Connection = z.infer<typeof connectionSchema>;

/** The live side of a connection, apart from its options because it changes by itself. */
export const connectionStateSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  status: z.enum(CONNECTION_STATUSES).default('DISCONNECTED'),
  qrcode: z.string().default(''),
  retries: z.int().nonnegative().default(0),
  number: z.string().default(''),
  reason: z.string().default(''),
  /** Lease epoch that wrote it; a lower one is ignored. */
  epoch: z.int().nonnegative().default(0),
  changedAt: instantSchema,
  statusImportMessages: z.string().nullable().default(null),
});
export type ConnectionState = z.infer<typeof connectionStateSchema>;
