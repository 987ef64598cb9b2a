import * as z from 'zod';
import { channelSchema, identitySchema } from '../messaging/inbound-event.ts';
import { idSchema, instantSchema } from './common.ts';
import { tagRefSchema } from './tag.ts';

export const TICKET_STATUSES = ['pending', 'open', 'closed', 'group', 'lgpd', 'nps'] as const;
export const ticketStatusSchema = z.enum(TICKET_STATUSES);
export type TicketStatus = z.infer<typeof ticketStatusSchema>;

/** What a ticket remembers of its contact, so that a list needs no second read. Kept in step by whoever writes the contact. */
export const ticketContactSchema = z.object({
  id: idSchema,
  name: z.string(),
  number: z.string(),
  email: z.string().default(''),
  urlPicture: z.string().default(''),
  active: z.boolean().default(true),
  acceptAudioMessage: z.boolean().default(true),
  disableBot: z.boolean().default(false),
  isGroup: z.boolean().default(false),
  lgpdAcceptedAt: instantSchema.nullable().default(null),
  tags: z.array(tagRefSchema).default([]),
  /** Where a reply goes, best first; never shown. */
  identities: z.array(identitySchema).default([]),
});
export type TicketContact = z.infer<typeof ticketContactSchema>;

/** One conversation with a contact on a connection, from its first message to its closing. */
export const ticketSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  /** Carries the id in its first 32 bits, so that a link finds its row without an index. */
  uuid: z.uuid(),
  status: ticketStatusSchema,
  channel: channelSchema,
  contactId: idSchema,
  contact: ticketContactSchema,
  /** `whatsappId` at the edge. */
  connectionId: idSchema.nullable(),
  queueId: idSchema.nullable().default(null),
  userId: idSchema.nullable().default(null),
  isGroup: z.boolean().default(false),
  unreadMessages: z.int().nonnegative().default(0),
  lastMessage: z.string().default(''),
  /** Provider time of `lastMessage`: an older message that comes late leaves it. */
  lastMessageAt: instantSchema.nullable().default(null),
  /** When something a person would notice last happened; orders every list. `updatedAt` at the edge. */
  activityAt: instantSchema,
  /** The newest closed ticket of its contact, connection and queue: the only one the closed list shows. */
  latestClosed: z.boolean().default(false),
  closedAt: instantSchema.nullable().default(null),
  /** Last message was ours; used by expiry and lanes. */
  fromMe: z.boolean().default(false),
  isBot: z.boolean().default(false),
  amountUsedBotQueues: z.int().nonnegative().default(0),
  amountUsedBotQueuesNps: z.int().nonnegative().default(0),
  isOutOfHour: z.boolean().default(false),
  /** When the system last spoke by itself: the times that count for its limit. */
  answersAt: z.array(instantSchema).default([]),
  sendInactiveMessage: z.boolean().default(false),
  useIntegration: z.boolean().default(false),
  integrationId: idSchema.nullable().default(null),
  typebotSessionId: z.string().nullable().default(null),
  typebotStatus: z.boolean().default(false),
  typebotSessionTime: instantSchema.nullable().default(null),
  flowWebhook: z.boolean().default(false),
  lastFlowId: z.string().nullable().default(null),
  hashFlowId: z.string().nullable().default(null),
  flowStopped: z.string().nullable().default(null),
  dataWebhook: z.record(z.string(), z.unknown()).nullable().default(null),
  lgpdSendMessageAt: instantSchema.nullable().default(null),
  lgpdAcceptedAt: instantSchema.nullable().default(null),
  imported: instantSchema.nullable().default(null),
  /** Made by an attendant or a campaign instead of an inbound message. */
  isActiveDemand: z.boolean().default(false),
  /** 1 to 5; null while unrated. */
  userRating: z.int().min(1).max(5).nullable().default(null),
  tags: z.array(tagRefSchema).default([]),
});
export type Ticket = z.infer<typeof ticketSchema>;

/** Statuses in which a ticket is the one active ticket of its contact and connection. */
export const ACTIVE_STATUSES = [
  'pending',
  'open',
  'group',
  'lgpd',
  'nps',
] as const satisfies readonly TicketStatus[];
export const isActiveStatus = (status: TicketStatus): boolean => status !== 'closed';

/**
 * What a contact and a connection have going: the pointer that makes a second active ticket impossible, and the
 * newest closed ticket per queue (`0` for none).
 */
export const conversationSchema = z.object({
  companyId: idSchema,
  contactId: idSchema,
  connectionId: idSchema,
  activeTicketId: idSchema.nullable().default(null),
  lastTicketId: idSchema.nullable().default(null),
  lastClosedByQueue: z.record(z.string(), idSchema).default({}),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const TICKET_LOG_TYPES = [
  'create',
  'access',
  'chatBot',
  'queue',
  'open',
  'pending',
  'transfered',
  'receivedTransfer',
  'closed',
  'reopen',
  'redirect',
  'nps',
  'lgpd',
  'autoClose',
  'retriesLimitQueue',
  'retriesLimitUserDefine',
  'userDefine',
  'delete',
] as const;

export const ticketLogSchema = z.object({
  companyId: idSchema,
  ticketId: idSchema,
  /** Sortable and unique within the ticket. */
  id: z.string(),
  type: z.enum(TICKET_LOG_TYPES),
  at: instantSchema,
  userId: idSchema.nullable().default(null),
  queueId: idSchema.nullable().default(null),
  /** Of the entry that a ticket begins with; null in all others. */
  connectionId: idSchema.nullable().default(null),
});
export type TicketLog = z.infer<typeof ticketLogSchema>;

/** One stretch of attendance, from waiting to finished; every dashboard number comes from these. */
export const ticketTrackingSchema = z.object({
  companyId: idSchema,
  ticketId: idSchema,
  id: z.string(),
  startedOn: instantSchema,
  queuedAt: instantSchema.nullable().default(null),
  chatbotAt: instantSchema.nullable().default(null),
  startedAt: instantSchema.nullable().default(null),
  closedAt: instantSchema.nullable().default(null),
  finishedAt: instantSchema.nullable().default(null),
  ratingAt: instantSchema.nullable().default(null),
  rated: z.boolean().default(false),
  userId: idSchema.nullable().default(null),
  queueId: idSchema.nullable().default(null),
  connectionId: idSchema.nullable().default(null),
});
export type TicketTracking = z.infer<typeof ticketTrackingSchema>;

export const ticketNoteSchema = z.object({
  companyId: idSchema,
  ticketId: idSchema,
  contactId: idSchema,
  id: z.string(),
  note: z.string(),
  userId: idSchema,
  at: instantSchema,
});
