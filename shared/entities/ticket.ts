import * as z from 'zod';
import { channelSchema, identitySchema } from '../messaging/identity.ts';
import { saidSchema } from './answer-count.ts';
import { automationSchema } from './automation.ts';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';
import { tagRefSchema } from './tag.ts';
import { TICKET_LOG_TYPES, ticketStatusSchema } from './ticket-terms.ts';

/** What a ticket remembers of its contact, so that a list needs no second read. Kept in step by whoever writes the contact. */
export const ticketContactSchema = z.object({
  id: idSchema,
  name: z.string(),
  number: z.string(),
  email: sparse(z.string(), ''),
  urlPicture: sparse(z.string(), ''),
  active: z.boolean().default(true),
  acceptAudioMessage: z.boolean().default(true),
  disableBot: sparse(z.boolean(), false),
  isGroup: sparse(z.boolean(), false),
  lgpdAcceptedAt: sparse(instantSchema.nullable(), null),
  tags: sparse(z.array(tagRefSchema), []),
  /** Where a reply goes, best first; never shown. */
  identities: sparse(z.array(identitySchema), []),
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
  queueId: sparse(idSchema.nullable(), null),
  userId: sparse(idSchema.nullable(), null),
  /** Who handed it to its attendant, until that one opens it; null where nobody else did. */
  transferredById: sparse(idSchema.nullable(), null),
  isGroup: sparse(z.boolean(), false),
  unreadMessages: sparse(z.int().nonnegative(), 0),
  lastMessage: sparse(z.string(), ''),
  /** Provider time of `lastMessage`: an older message that comes late leaves it. */
  lastMessageAt: sparse(instantSchema.nullable(), null),
  /**
   * Provider time of the contact's own newest word, and of their newest entry over an advertisement; kept on channels with a
   * reply window alone.
   */
  heardAt: sparse(instantSchema.nullable(), null),
  freeEntryAt: sparse(instantSchema.nullable(), null),
  /** When something a person would notice last happened; orders every list. `updatedAt` at the edge. */
  activityAt: instantSchema,
  /** The newest closed ticket of its contact, connection and queue: the only one the closed list shows. */
  latestClosed: sparse(z.boolean(), false),
  closedAt: sparse(instantSchema.nullable(), null),
  /** Last message was ours; used by expiry and lanes. */
  fromMe: sparse(z.boolean(), false),
  /** What drives it by itself. */
  automation: sparse(automationSchema, { kind: 'none' }),
  isOutOfHour: sparse(z.boolean(), false),
  /** When it was last said that nobody works now. */
  noticedAt: sparse(instantSchema.nullable(), null),
  /** Until when the company's vacation lasts of which the contact was told. */
  vacationToldUntil: sparse(instantSchema.nullable(), null),
  /** When somebody was last told that an old message came late. */
  lateToldAt: sparse(instantSchema.nullable(), null),
  /** Its attendant was drawn by lot, and another may be. */
  isOffered: sparse(z.boolean(), false),
  /** Since when it is in its status, in its queue and with its attendant. */
  placedAt: sparse(instantSchema.nullable(), null),
  /** When the timer that watches over it fires, as it was last set with the ticket; null where it was never. */
  watchedAt: sparse(instantSchema.nullable(), null),
  /** What the system said by itself last in the conversation. */
  said: sparse(saidSchema.nullable(), null),
  sendInactiveMessage: sparse(z.boolean(), false),
  /** The integration that attendants may give the conversation to. */
  integrationId: sparse(idSchema.nullable(), null),
  /** When consent was first asked for on it. */
  lgpdSendMessageAt: sparse(instantSchema.nullable(), null),
  lgpdAcceptedAt: sparse(instantSchema.nullable(), null),
  imported: sparse(instantSchema.nullable(), null),
  /** Made by an attendant or a campaign instead of an inbound message. */
  isActiveDemand: sparse(z.boolean(), false),
  /** 1 to 5; null while unrated. */
  userRating: sparse(z.int().min(1).max(5).nullable(), null),
  tags: sparse(z.array(tagRefSchema), []),
  /** Kanban lane it stands in. */
  laneId: sparse(idSchema.nullable(), null),
});
export type Ticket = z.infer<typeof ticketSchema>;

/**
 * What a contact and a connection have going: the pointer that makes a second active ticket impossible, and the
 * newest closed ticket per queue (`0` for none).
 */
export const conversationSchema = z.object({
  companyId: idSchema,
  contactId: idSchema,
  connectionId: idSchema,
  activeTicketId: sparse(idSchema.nullable(), null),
  lastTicketId: sparse(idSchema.nullable(), null),
  lastClosedByQueue: sparse(z.record(z.string(), idSchema), {}),
  /** Of the ticket that closed last, for the next one. */
  heardAt: sparse(instantSchema.nullable(), null),
  freeEntryAt: sparse(instantSchema.nullable(), null),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const ticketLogSchema = z.object({
  companyId: idSchema,
  ticketId: idSchema,
  /** Sortable and unique within the ticket. */
  id: z.string(),
  type: z.enum(TICKET_LOG_TYPES),
  at: instantSchema,
  userId: sparse(idSchema.nullable(), null),
  queueId: sparse(idSchema.nullable(), null),
  /** Of the entry that a ticket begins with; null in all others. */
  connectionId: sparse(idSchema.nullable(), null),
});
export type TicketLog = z.infer<typeof ticketLogSchema>;

/** One stretch of attendance, from waiting to finished; every dashboard number comes from these. */
export const ticketTrackingSchema = z.object({
  companyId: idSchema,
  ticketId: idSchema,
  id: z.string(),
  startedOn: instantSchema,
  queuedAt: sparse(instantSchema.nullable(), null),
  chatbotAt: sparse(instantSchema.nullable(), null),
  startedAt: sparse(instantSchema.nullable(), null),
  closedAt: sparse(instantSchema.nullable(), null),
  finishedAt: sparse(instantSchema.nullable(), null),
  ratingAt: sparse(instantSchema.nullable(), null),
  rated: sparse(z.boolean(), false),
  /** 0 to 10, as the customer gave it; 0 without `rated` where the customer chose not to. */
  rate: sparse(z.int().min(0).max(10).nullable(), null),
  userId: sparse(idSchema.nullable(), null),
  queueId: sparse(idSchema.nullable(), null),
  connectionId: sparse(idSchema.nullable(), null),
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
export type TicketNote = z.infer<typeof ticketNoteSchema>;
