import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';
import { ticketContactSchema } from './ticket.ts';

export const REPEAT_UNITS = ['days', 'weeks', 'months', 'minutes'] as const;
/** Rule for a send on a Saturday or Sunday: it is sent then, on the working day before, or on the working day after. */
export const BUSINESS_DAY_RULES = ['any', 'before', 'after'] as const;

/**
 * The contact data that is copied onto a schedule, so that a list needs no second read. The table's stream keeps it
 * up to date.
 */
export const scheduleContactSchema = ticketContactSchema.pick({
  id: true,
  name: true,
  number: true,
  urlPicture: true,
  identities: true,
});

/** A picture that is sent with a scheduled message. */
export const scheduleMediaSchema = z.object({
  key: z.string(),
  mimeType: z.string(),
  fileName: z.string(),
  size: z.int().positive(),
});

/** A message template that is sent instead of a text, with the values of its variables. */
export const scheduledTemplateSchema = z.object({
  name: z.string(),
  language: z.string(),
  /** With placeholders, as in the text of a schedule. */
  values: z.object({
    header: z.string(),
    /** By the name of the variable. */
    body: z.record(z.string(), z.string()),
    /** By the button's index. */
    buttons: z.record(z.string(), z.string()),
  }),
});
export type ScheduledTemplate = z.infer<typeof scheduledTemplateSchema>;

/** A message that is sent to a contact at a later time, once or several times. */
export const scheduleSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  /** Text, or caption of the picture, with placeholders; with a template: the template's text when it was saved. */
  body: z.string(),
  template: sparse(scheduledTemplateSchema.nullable(), null),
  contactId: idSchema,
  contact: scheduleContactSchema,
  /** `whatsappId` in the API; null: the company's default at the time of sending. */
  connectionId: sparse(idSchema.nullable(), null),
  /** The chosen date, which the recurrence counts from. */
  firstSendAt: instantSchema,
  /** The position of `sendAt` in the recurrence, from 0. */
  slot: sparse(z.int().nonnegative(), 0),
  /** Time of the next send; after the last send, the time of that one. */
  sendAt: instantSchema,
  /** Set after the last send; from then on the schedule does not change. */
  sentAt: sparse(instantSchema.nullable(), null),
  /** How many messages were sent. */
  sentCount: sparse(z.int().nonnegative(), 0),
  /** `failed`: it has to be saved again. */
  status: z.enum(['pending', 'sent', 'failed']),
  /** Error code of the last send; empty if it succeeded. */
  failure: sparse(z.string(), ''),
  /** Its newest message, whose outcome is checked a little later. */
  lastMessageId: sparse(z.string(), ''),
  /** A conversation that it starts stays open. */
  openTicket: sparse(z.boolean(), false),
  /** `statusTicket`: a conversation that stays open may still be closed after the message. */
  ticketStatus: sparse(z.enum(['closed', 'open']), 'closed'),
  queueId: sparse(idSchema.nullable(), null),
  ticketUserId: sparse(idSchema.nullable(), null),
  repeatUnit: sparse(z.enum(REPEAT_UNITS), 'days'),
  /** Number of units between two sends; 0 for a single send. */
  repeatEvery: sparse(z.int().nonnegative(), 0),
  /** Total number of sends. */
  sendCount: sparse(z.int().positive(), 1),
  businessDayRule: sparse(z.enum(BUSINESS_DAY_RULES), 'any'),
  /** With its writer's name above the text. */
  signed: sparse(z.boolean(), false),
  /** The picture, or the picture in the template's header. */
  media: sparse(scheduleMediaSchema.nullable(), null),
  /** The user who wrote it, and whose name signs it; null: a program wrote it, and it is sent as it is written. */
  userId: idSchema.nullable(),
  /** The user who saved it last, whose rights it is sent with; null: the rights of its writer. */
  savedById: sparse(idSchema.nullable(), null),
  /** The connection whose API token made it; null: a user did. */
  tokenConnectionId: sparse(idSchema.nullable(), null),
});
export type Schedule = z.infer<typeof scheduleSchema>;
