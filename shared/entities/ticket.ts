import * as z from 'zod';
import { channelSchema, identitySchema } from '../messaging/identity.ts';
import { saidSchema } from './answer-count.ts';
import { automationSchema } from './automation.ts';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';
import { tagRefSchema } from './tag.ts';
import { TICKET_LOG_TYPES, ticketStatusSchema } from './ticket-terms.ts';

/**
 * The contact data that is copied onto a ticket, so that a list needs no second read. Every write of the contact
 * updates it.
 */
export const ticketContactSchema = z.object({
  id: idSchema,
  name: z.string(),
  number: z.string(),
  email: sparse(z.string(), ''),
  urlPicture: sparse(z.string(), ''),
  active: sparse(z.boolean(), true),
  acceptAudioMessage: sparse(z.boolean(), true),
  disableBot: sparse(z.boolean(), false),
  isGroup: sparse(z.boolean(), false),
  lgpdAcceptedAt: sparse(instantSchema.nullable(), null),
  tags: sparse(z.array(tagRefSchema), []),
  /** The identities that a reply is sent to, best first; never shown. */
  identities: sparse(z.array(identitySchema), []),
});
export type TicketContact = z.infer<typeof ticketContactSchema>;

/** One conversation with a contact on a connection, from its first message to its closing. */
export const ticketSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  /** Contains the id in its first 32 bits, so that a link finds its row without an index. */
  uuid: z.uuid(),
  status: ticketStatusSchema,
  channel: channelSchema,
  contactId: idSchema,
  contact: ticketContactSchema,
  /** `whatsappId` in the API. */
  connectionId: idSchema.nullable(),
  queueId: sparse(idSchema.nullable(), null),
  userId: sparse(idSchema.nullable(), null),
  /** The user who gave it to its attendant, until the attendant opens it; null if no other user did. */
  transferredById: sparse(idSchema.nullable(), null),
  isGroup: sparse(z.boolean(), false),
  unreadMessages: sparse(z.int().nonnegative(), 0),
  lastMessage: sparse(z.string(), ''),
  /** Provider time of `lastMessage`: an older message that arrives late does not change the preview. */
  lastMessageAt: sparse(instantSchema.nullable(), null),
  /**
   * Provider time of the contact's newest message, and of the newest entry through an advertisement; stored only on
   * channels with a reply window.
   */
  heardAt: sparse(instantSchema.nullable(), null),
  freeEntryAt: sparse(instantSchema.nullable(), null),
  /** Time of the last visible change; all lists are ordered by it. `updatedAt` in the API. */
  activityAt: instantSchema,
  /**
   * Whether it is the newest closed ticket of its contact, connection and queue: the closed list shows only this one.
   */
  latestClosed: sparse(z.boolean(), false),
  closedAt: sparse(instantSchema.nullable(), null),
  /** When an attendant first wrote to the customer in this attendance; null if the attendant began it. */
  respondedAt: sparse(instantSchema.nullable(), null),
  /** When the system first wrote to the customer in this attendance. */
  chatbotAt: sparse(instantSchema.nullable(), null),
  /** Whether the last message is ours; used by expiry and kanban columns. */
  fromMe: sparse(z.boolean(), false),
  /** The automation that drives it. */
  automation: sparse(automationSchema, { kind: 'none' }),
  /**
   * The customer's messages that wait for an answer of the system, in order of arrival, and the arrival time of the
   * first message. Null if no message waits.
   */
  unanswered: sparse(
    z.object({ messageIds: z.array(z.string()).min(1), since: instantSchema }).nullable(),
    null,
  ),
  /**
   * The customer's last choice: the time of its message, the key of its text, and when it was answered (null on choices
   * of earlier releases). Null if people have had the ticket since.
   */
  chosen: sparse(
    z
      .object({ at: instantSchema, key: z.string(), answeredAt: sparse(instantSchema.nullable(), null) })
      .nullable(),
    null,
  ),
  /**
   * Provider time of the customer's first message, if it was answered without waiting for more. Null if a choice
   * followed it, or if no first message was answered so.
   */
  openedAt: sparse(instantSchema.nullable(), null),
  isOutOfHour: sparse(z.boolean(), false),
  /** When the customer last got the out-of-hours notice. */
  noticedAt: sparse(instantSchema.nullable(), null),
  /** End of the company's vacation that the contact was told about. */
  vacationToldUntil: sparse(instantSchema.nullable(), null),
  /** When the contact was last told that an old message arrived late. */
  lateToldAt: sparse(instantSchema.nullable(), null),
  /** Its attendant was picked at random, and may be replaced. */
  isOffered: sparse(z.boolean(), false),
  /** Since when it has its status, queue and attendant. */
  placedAt: sparse(instantSchema.nullable(), null),
  /** When its timer fires, as last set together with the ticket; null if never set. */
  watchedAt: sparse(instantSchema.nullable(), null),
  /** The system's last automatic message in the conversation. */
  said: sparse(saidSchema.nullable(), null),
  /**
   * Whether a flow or an assistant has begun on it: the welcome and not-phrase flows, and the connection's assistant,
   * begin once at most.
   */
  hadFlow: sparse(z.boolean(), false),
  sendInactiveMessage: sparse(z.boolean(), false),
  /** The integration that attendants may switch on for the conversation. */
  integrationId: sparse(idSchema.nullable(), null),
  /** When the ticket first asked for consent. */
  lgpdSendMessageAt: sparse(instantSchema.nullable(), null),
  lgpdAcceptedAt: sparse(instantSchema.nullable(), null),
  imported: sparse(instantSchema.nullable(), null),
  /** Created by an attendant or a campaign instead of an inbound message. */
  isActiveDemand: sparse(z.boolean(), false),
  /** 1 to 5; null if unrated. */
  userRating: sparse(z.int().min(1).max(5).nullable(), null),
  tags: sparse(z.array(tagRefSchema), []),
  /** Its column on the kanban board. */
  laneId: sparse(idSchema.nullable(), null),
  /** When it came into its column; null without one. */
  laneAt: sparse(instantSchema.nullable(), null),
});
export type Ticket = z.infer<typeof ticketSchema>;

/**
 * The conversation of a contact and a connection: the pointer that makes a second active ticket impossible, and the
 * newest closed ticket of each queue (`0` for none).
 */
export const conversationSchema = z.object({
  companyId: idSchema,
  contactId: idSchema,
  connectionId: idSchema,
  activeTicketId: sparse(idSchema.nullable(), null),
  lastTicketId: sparse(idSchema.nullable(), null),
  lastClosedByQueue: sparse(z.record(z.string(), idSchema), {}),
  /** From the ticket that closed last, for the next one. */
  heardAt: sparse(instantSchema.nullable(), null),
  freeEntryAt: sparse(instantSchema.nullable(), null),
});
export type Conversation = z.infer<typeof conversationSchema>;

const ticketLogEntrySchema = z.object({
  /** Sortable and unique within the ticket. */
  id: z.string(),
  type: z.enum(TICKET_LOG_TYPES),
  at: instantSchema,
  userId: sparse(idSchema.nullable(), null),
  queueId: sparse(idSchema.nullable(), null),
  /** Only in the first entry of a ticket; null in all others. */
  connectionId: sparse(idSchema.nullable(), null),
  /** The campaign's name, in an entry of a campaign. */
  campaign: sparse(z.string(), ''),
});
/** An entry of a ticket's log, with the later ones that were written together with it. */
export const ticketLogSchema = ticketLogEntrySchema.extend({
  companyId: idSchema,
  ticketId: idSchema,
  also: sparse(z.array(ticketLogEntrySchema), []),
});
export type TicketLog = Omit<z.infer<typeof ticketLogSchema>, 'also'>;

/** One attendance of a ticket, from waiting to finished. All figures of the dashboard are computed from attendances. */
export const attendanceSchema = z.object({
  companyId: idSchema,
  ticketId: idSchema,
  id: z.string(),
  startedOn: instantSchema,
  queuedAt: sparse(instantSchema.nullable(), null),
  /**
   * When the system first wrote to the customer; the ticket alone knows it until the attendance changes. The log shows
   * it as an entry.
   */
  chatbotAt: sparse(instantSchema.nullable(), null),
  startedAt: sparse(instantSchema.nullable(), null),
  /** When an attendant first wrote to the customer; known once the attendance ends. */
  respondedAt: sparse(instantSchema.nullable(), null),
  closedAt: sparse(instantSchema.nullable(), null),
  finishedAt: sparse(instantSchema.nullable(), null),
  ratingAt: sparse(instantSchema.nullable(), null),
  rated: sparse(z.boolean(), false),
  /** 0 to 10, as the customer rated; 0 without `rated` if the customer declined. */
  rate: sparse(z.int().min(0).max(10).nullable(), null),
  userId: sparse(idSchema.nullable(), null),
  queueId: sparse(idSchema.nullable(), null),
  connectionId: sparse(idSchema.nullable(), null),
  /** Whether the ticket had an attendance before. */
  reopened: sparse(z.boolean(), false),
  /** The contact's tags when the attendance ended. */
  tagIds: sparse(z.array(idSchema), []),
});
export type Attendance = z.infer<typeof attendanceSchema>;

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
