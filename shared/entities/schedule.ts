import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';
import { ticketContactSchema } from './ticket.ts';

export const REPEAT_UNITS = ['days', 'weeks', 'months', 'minutes'] as const;
/** What becomes of a send on a Saturday or Sunday: it goes then, on the working day before, or on the one after. */
export const BUSINESS_DAY_RULES = ['any', 'before', 'after'] as const;

/** What a schedule remembers of its contact, so that a list needs no second read. The stream keeps it in step. */
export const scheduleContactSchema = ticketContactSchema.pick({
  id: true,
  name: true,
  number: true,
  urlPicture: true,
  identities: true,
});

/** A picture that goes with a message. */
export const scheduleMediaSchema = z.object({
  key: z.string(),
  mimeType: z.string(),
  fileName: z.string(),
  size: z.int().positive(),
});

/** A message to a contact at a later time, once or several times. */
export const scheduleSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  /** Text, or caption of the picture, with placeholders. */
  body: z.string(),
  contactId: idSchema,
  contact: scheduleContactSchema,
  /** `whatsappId` at the edge; null: the company's default at the time. */
  connectionId: sparse(idSchema.nullable(), null),
  /** The date that recurrence counts from, as it was chosen. */
  firstSendAt: instantSchema,
  /** Which place of the recurrence `sendAt` is, from 0. */
  slot: sparse(z.int().nonnegative(), 0),
  /** When it goes next; once it is sent, when it last went. */
  sendAt: instantSchema,
  /** Set when the last one has gone: from then on nothing of it changes. */
  sentAt: sparse(instantSchema.nullable(), null),
  /** How many have gone. */
  sentCount: sparse(z.int().nonnegative(), 0),
  /** `failed`: it waits for somebody to save it again. */
  status: z.enum(['pending', 'sent', 'failed']),
  /** Code of why the last send failed; empty where it did not. */
  failure: sparse(z.string(), ''),
  /** The newest message it made: how that ended is asked a little later. */
  lastMessageId: sparse(z.string(), ''),
  /** A conversation that it begins stays open. */
  openTicket: sparse(z.boolean(), false),
  /** `statusTicket`: a conversation that stays open may still be closed behind the message. */
  ticketStatus: sparse(z.enum(['closed', 'open']), 'closed'),
  queueId: sparse(idSchema.nullable(), null),
  ticketUserId: sparse(idSchema.nullable(), null),
  repeatUnit: sparse(z.enum(REPEAT_UNITS), 'days'),
  /** Units between two sends; 0 where there is one. */
  repeatEvery: sparse(z.int().nonnegative(), 0),
  /** How many are to go in all. */
  sendCount: sparse(z.int().positive(), 1),
  businessDayRule: sparse(z.enum(BUSINESS_DAY_RULES), 'any'),
  /** With its writer's name above the text. */
  signed: sparse(z.boolean(), false),
  media: sparse(scheduleMediaSchema.nullable(), null),
  /** Who wrote it, and signs it. */
  userId: idSchema,
  /** Who saved it last: it is sent with this user's rights; null: with those of its writer. */
  savedById: sparse(idSchema.nullable(), null),
});
export type Schedule = z.infer<typeof scheduleSchema>;
