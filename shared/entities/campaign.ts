import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** Texts of a campaign, and texts that ask for consent: five of each at most. */
export const CAMPAIGN_VARIANTS_MAX = 5;

/**
 * `paused` is ours: it keeps its place and continues, while `cancelled` has to be restarted. `scheduled` starts by
 * itself at `scheduledAt`.
 */
export const CAMPAIGN_STATUSES = [
  'inactive',
  'scheduled',
  'running',
  'paused',
  'cancelled',
  'finished',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/**
 * Why a campaign is paused. `user`: an administrator did. `disconnected`: its connection is down. `restricted`: the
 * provider restricts the account. `quality`: too many receivers complain, or too few messages arrive. `removed`: its
 * connection or list is gone. `plan`: the company's plan or subscription no longer allows campaigns.
 */
export const PAUSE_REASONS = ['user', 'disconnected', 'restricted', 'quality', 'removed', 'plan'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const campaignMediaSchema = z.object({
  key: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  size: z.int().positive(),
});

/**
 * A text that is sent to everyone on a contact list, with a tag, or with a ticket that matches a filter, over one
 * connection.
 */
export const campaignSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  /** One of them is chosen for each receiver. Placeholders are filled when it is sent. */
  messages: sparse(z.array(z.string()).max(CAMPAIGN_VARIANTS_MAX), []),
  /** Of these, too; sent first when `needsConfirmation`. */
  confirmationMessages: sparse(z.array(z.string()).max(CAMPAIGN_VARIANTS_MAX), []),
  /** Whether receivers are first asked, and get the message only after an answer that does not decline. */
  needsConfirmation: sparse(z.boolean(), false),
  status: z.enum(CAMPAIGN_STATUSES),
  pauseReason: sparse(z.enum(PAUSE_REASONS).nullable(), null),
  scheduledAt: sparse(instantSchema.nullable(), null),
  startedAt: sparse(instantSchema.nullable(), null),
  completedAt: sparse(instantSchema.nullable(), null),
  contactListId: sparse(idSchema.nullable(), null),
  /** Everyone with this tag, as of the start; instead of a list. */
  tagId: sparse(idSchema.nullable(), null),
  /** The contacts of the tickets that match this filter, as of the start; instead of list and tag. '' for none. */
  ticketFilter: sparse(z.string(), ''),
  connectionId: idSchema,
  /** Whether each message is stored in a ticket. */
  openTicket: sparse(z.boolean(), false),
  ticketStatus: sparse(z.enum(['closed', 'pending', 'open']), 'closed'),
  userId: sparse(idSchema.nullable(), null),
  queueId: sparse(idSchema.nullable(), null),
  media: sparse(campaignMediaSchema.nullable(), null),
  /** Raised by every start and stop. Work that was begun for another run does nothing. */
  run: sparse(z.int().nonnegative(), 0),
  /** The campaign whose receivers this one repeats, and which of them. */
  followUp: sparse(
    z.object({ campaignId: idSchema, who: z.enum(['not-answered', 'not-read']) }).nullable(),
    null,
  ),
  /** The user who made it. */
  createdById: idSchema,
});
export type Campaign = z.infer<typeof campaignSchema>;

/**
 * How far a campaign is. A row of its own, because it changes with every message, and the campaign's row does not.
 */
export const campaignProgressSchema = z.object({
  companyId: idSchema,
  campaignId: idSchema,
  run: z.int().nonnegative(),
  /** How many receivers the plan has; their positions are 0 to `planned` - 1. */
  planned: sparse(z.int().nonnegative(), 0),
  /** The last id of the list, or contact with the tag, that is planned; the plan continues behind it. */
  plannedThrough: sparse(z.int().nonnegative(), 0),
  /** With a filter of tickets, instead: the sort key through which the tickets were read. '' before the first page. */
  ticketsThrough: sparse(z.string(), ''),
  /** Whether everyone is planned. Nothing is sent before. */
  isPlanned: sparse(z.boolean(), false),
  /** The position of the next receiver. */
  next: sparse(z.int().nonnegative(), 0),
  /** The number of the next beat. Each beat counts on, so that it is made once however often it is delivered. */
  beat: sparse(z.int().nonnegative(), 0),
  /** Messages since the last longer pause. */
  sinceLonger: sparse(z.int().nonnegative(), 0),
  lastSentAt: sparse(instantSchema.nullable(), null),
  /** The company's day that `sentToday` counts, `2026-11-21`. */
  day: sparse(z.string(), ''),
  sentToday: sparse(z.int().nonnegative(), 0),
  /**
   * The lowest position that was passed without being sent to, because it was night there or its send did not begin:
   * these receivers are taken after the last position. Null if there is none.
   */
  leftFrom: sparse(z.int().nonnegative().nullable(), null),
  /** When the first of them can be taken. */
  leftUntil: sparse(instantSchema.nullable(), null),
  /** Whether those without an outcome were looked at since the last message, because their outcome is overdue. */
  isChecked: sparse(z.boolean(), false),
  /** Whether a user resumed it after a pause for its quality: from then on that only slows it. */
  ignoresQuality: sparse(z.boolean(), false),
});
export type CampaignProgress = z.infer<typeof campaignProgressSchema>;

/**
 * `waiting`: not sent. `asked`: asked for consent. `agreed`: consented, and waits for the message. `declined`: answered
 * with a no. `sending`: handed to the channel. `unknown`: a process ended during the send. `skipped`: not sent to, see
 * `reason`.
 */
export const RECEIVER_STATES = [
  'waiting',
  'asked',
  'agreed',
  'declined',
  'sending',
  'sent',
  'failed',
  'unknown',
  'skipped',
] as const;
export type ReceiverState = (typeof RECEIVER_STATES)[number];

/** Why a receiver was skipped. */
export const SKIP_REASONS = ['invalid', 'opted-out', 'no-address', 'too-late'] as const;

/** A receiver of a campaign, planned once and sent to at most once. */
export const campaignReceiverSchema = z.object({
  companyId: idSchema,
  campaignId: idSchema,
  position: z.int().nonnegative(),
  name: z.string(),
  number: z.string(),
  email: sparse(z.string(), ''),
  /** The company's contact; null for a number of a list that is no contact yet. */
  contactId: sparse(idSchema.nullable(), null),
  state: sparse(z.enum(RECEIVER_STATES), 'waiting'),
  /** A {@link SKIP_REASONS}, or the error code of a failed send; empty otherwise. */
  reason: sparse(z.string(), ''),
  /** The index of the chosen text. */
  variant: sparse(z.int().nonnegative(), 0),
  /** The id of the newest message to it, also of one that is stored nowhere; empty before the first. */
  messageId: sparse(z.string(), ''),
  /** Whether a worker began to give that message to a provider; only for messages that are stored nowhere. */
  begun: sparse(z.boolean(), false),
  /** The ticket that has the message; empty without one. */
  ticketUuid: sparse(z.string(), ''),
  askedAt: sparse(instantSchema.nullable(), null),
  confirmedAt: sparse(instantSchema.nullable(), null),
  /** When the message, not the question for consent, was handed to the channel. */
  sentAt: sparse(instantSchema.nullable(), null),
  deliveredAt: sparse(instantSchema.nullable(), null),
  readAt: sparse(instantSchema.nullable(), null),
  answeredAt: sparse(instantSchema.nullable(), null),
  optedOutAt: sparse(instantSchema.nullable(), null),
});
export type CampaignReceiver = z.infer<typeof campaignReceiverSchema>;

/** Receivers that are planned in one row. */
export const RECEIVERS_PER_ROW = 50;

/**
 * Receivers of a campaign as they were planned, in one row. A receiver gets a row of its own at its turn, which replaces what
 * is here; one that is not sent to has it from the start, because lists and figures count it.
 */
export const plannedReceiversSchema = z.object({
  companyId: idSchema,
  campaignId: idSchema,
  /** Number of the row in its campaign. It has room for the receivers from position `row` times 50 on. */
  row: z.int().nonnegative(),
  /** Of the first; the others follow it without gaps. Rows of single receivers may come before it. */
  position: z.int().nonnegative(),
  receivers: z
    .array(
      z.object({
        name: z.string(),
        number: z.string(),
        /** Absent if there is none. */
        email: z.string().optional(),
        contactId: idSchema.optional(),
      }),
    )
    .max(RECEIVERS_PER_ROW),
});
export type PlannedReceivers = z.infer<typeof plannedReceiversSchema>;

/**
 * A contact that the plan of a campaign with a filter of tickets has, so that it is planned once, however many of its
 * tickets match. It counts only if the receiver at the position has this contact: a worker that ended early may leave rows
 * of a page that is not part of the plan.
 */
export const campaignContactSchema = z.object({
  companyId: idSchema,
  campaignId: idSchema,
  contactId: idSchema,
  /** Of the receiver. */
  position: z.int().nonnegative(),
});

/** A number that no campaign of the company is sent to. */
export const suppressionSchema = z.object({
  companyId: idSchema,
  /** In the form of `canonicalPhone`. */
  number: z.string(),
  reason: z.enum(['opted-out', 'added']),
  /** The campaign whose receiver opted out. */
  campaignId: sparse(idSchema.nullable(), null),
});

/**
 * The newest message of a campaign to a number, by which an answer finds its receiver. Written with the message: a
 * receiver whose message is not the one here was not sent to.
 */
export const campaignNumberSchema = z.object({
  companyId: idSchema,
  /** In the form of `canonicalPhone`. */
  number: z.string(),
  campaignId: idSchema,
  position: z.int().nonnegative(),
  messageId: z.string(),
  at: instantSchema,
});

/** What the receivers of a campaign are counted as. One receiver may be several of them. */
export const CAMPAIGN_FIGURES = [
  'skipped',
  'asked',
  'confirmed',
  'declined',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'answered',
  'optedOut',
] as const;
export type CampaignFigure = (typeof CAMPAIGN_FIGURES)[number];

const count = sparse(z.int(), 0);

/** Sums over the receivers of a campaign. */
export const campaignFiguresSchema = z.object({
  companyId: idSchema,
  campaignId: idSchema,
  skipped: count,
  asked: count,
  confirmed: count,
  declined: count,
  sent: count,
  delivered: count,
  read: count,
  failed: count,
  unknown: count,
  answered: count,
  optedOut: count,
});
export type CampaignFigures = z.infer<typeof campaignFiguresSchema>;

/** What the quality of a connection is judged by. */
export const QUALITY_FIGURES = ['sent', 'delivered', 'read', 'answered', 'rejected'] as const;
export type QualityFigure = (typeof QUALITY_FIGURES)[number];

/** Sums over the messages that campaigns sent over a connection on one of the company's days. */
export const campaignQualitySchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  /** `2026-11-21`. */
  day: z.string(),
  /** Messages and questions for consent that were handed to the channel. */
  sent: count,
  delivered: count,
  read: count,
  answered: count,
  /** Failed sends, and receivers who opted out. */
  rejected: count,
});

/** What a receiver adds to the sums, as last counted; written with them, so that they always equal a recount. */
export const campaignShareSchema = z.object({
  companyId: idSchema,
  campaignId: idSchema,
  position: z.int().nonnegative(),
  /** The receiver's version. */
  seen: z.int().nonnegative(),
  figures: z.array(z.enum(CAMPAIGN_FIGURES)),
  /** The company's day of its message, as first counted; empty before there is one. */
  day: sparse(z.string(), ''),
  quality: sparse(z.array(z.enum(QUALITY_FIGURES)), []),
});
export type CampaignShare = z.infer<typeof campaignShareSchema>;

/**
 * Says until when a message of a contact may answer a campaign. In the company's directory, so that the messages of a
 * company without campaigns cost no further read.
 */
export const campaignAnswersSchema = z.object({ companyId: idSchema, until: instantSchema });
