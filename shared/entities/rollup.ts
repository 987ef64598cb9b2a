import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';

/**
 * The kinds of counts. `messages`: received and sent messages, by the company's day. `attendance`: results of attendances, by
 * blocks of the company's days and by user. `tagged`: the same by the contact's tags. `begun`: attendances by the
 * company's hour in which they began. `now`: tickets by current status.
 */
const ROLLUP_KINDS = ['messages', 'attendance', 'tagged', 'begun', 'now'] as const;
export type RollupKind = (typeof ROLLUP_KINDS)[number];

/**
 * Sums of a period. Each count is an attribute of its own, so that it can be increased without reading it.
 *
 * - `messages` of a day (`D#2026-11-21`): `in`, `out`, and `c<connection>` of the messages that Prosa sent over a
 *   connection. Spread over some rows (`shard`).
 * - `attendance` of 1 or 16 days (`16#00001294`), of eight users (`shard`): `<letter of the figure><user>`, and
 *   of the same attendances by queue `<capital letter of the figure><queue>` and by connection
 *   `c<letter of the figure><connection>`.
 * - `tagged` of the same days, of twelve tags (`shard`): `<letter of the figure><tag>`. In rows of their own, because a
 *   company may have any number of tags, and attendances have them only once they ended.
 * - `begun` of a day (`D#`, `h<hour>`) or month (`M#`, `d<day>`).
 * - `now` (`NOW`): `<status>`.
 */
export const rollupSchema = z
  .object({
    companyId: idSchema,
    kind: z.enum(ROLLUP_KINDS),
    period: z.string().regex(/^(D#\d{4}-\d\d-\d\d|M#\d{4}-\d\d|(1|16)#\d{8}|NOW)$/),
    shard: z.int().nonnegative(),
  })
  .catchall(z.union([z.number(), z.string()]));
export type Rollup = z.infer<typeof rollupSchema>;

/** Marker that a fact was counted, with the time; written in the same transaction as the counts. */
export const countedFactSchema = z.object({ companyId: idSchema, id: z.string(), at: instantSchema });

/** The figures that are summed over attendances. Times are whole seconds. */
export const FIGURES = [
  /** Attendances that began. */
  'begun',
  /** How many of these ended. */
  'finished',
  /** Attendances with a wait, and the sum of the waiting times. */
  'waited',
  'waitS',
  /** Ended attendances in which an attendant answered, and the sum of the times until the first response. */
  'answered',
  'answerS',
  /** Attendances that had an attendant and ended, and the sum of their durations. */
  'handled',
  'handlingS',
  /** Ended attendances, and the sum of the times from beginning to end; none that were counted before 2026-11-27. */
  'resolved',
  'resolvedS',
  /** Attendances that began on a ticket that had one before. */
  'reopened',
  /** Attendances that ended without a rating, and those whose customer declined to rate. */
  'unrated',
  'declined',
  /** Ratings by the standard of 0 to 10, and their sum. */
  'promoters',
  'passives',
  'detractors',
  'rateSum',
  /** Contacts whose first ticket was created. */
  'leads',
] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Partial<Record<Figure, number>>;

/**
 * The figures that are also summed by queue, by connection and by tag. Only figures that no counted share has yet may be
 * added: a share takes away its figures from the queue, whether they were added there or not.
 */
export const GROUP_FIGURES = [
  'begun',
  'finished',
  'waited',
  'waitS',
  'answered',
  'answerS',
  'resolved',
  'resolvedS',
  'reopened',
] as const;
/** Tags of one attendance that are counted, those of the lowest ids: each may raise two rows of sums. */
export const COUNTED_TAGS_MAX = 10;

export const CURRENT_STATUSES = ['open', 'pending', 'group'] as const;
export type CurrentStatus = (typeof CURRENT_STATUSES)[number];

/** The contribution to the figures of a ticket with its first attendance, of a later attendance, or of a contact. */
export const shareSchema = z.object({
  /** For a ticket. */
  status: z.enum(CURRENT_STATUSES).nullable().default(null),
  /** For an attendance, and for a contact. */
  attendance: z
    .object({
      /** The company's day, in the time zone that it had when the row was first counted. */
      day: z.iso.date(),
      /** The hour of that day; null if the row is not counted by hour. */
      hour: z.int().min(0).max(23).nullable(),
      /** 0 for no user. */
      userId: z.int().nonnegative(),
      /** 0 for no queue; null for a share that was counted before figures had queues. */
      queueId: z.int().nonnegative().nullable().default(null),
      /** 0 for no connection; null for a share that was counted before figures had connections. */
      connectionId: z.int().nonnegative().nullable().default(null),
      /** The contact's tags when the attendance ended. */
      tagIds: z.array(idSchema).max(COUNTED_TAGS_MAX).default([]),
      figures: z.partialRecord(z.enum(FIGURES), z.int()),
    })
    .nullable()
    .default(null),
  /** For a contact: the ticket that decides its day. */
  ticketId: idSchema.nullable().default(null),
});
export type Share = z.infer<typeof shareSchema>;

/**
 * The last counted share; written in the same transaction as the sums, so that the sums always equal the total of all
 * shares. A ticket and its first attendance have one together, because most steps change both.
 */
export const countedShareSchema = z.object({
  companyId: idSchema,
  id: z.string(),
  /** Versions of the rows that are counted; 0 for none. Changes of earlier versions of a row are ignored. */
  seen: z.object({
    ticket: z.int().nonnegative().default(0),
    attendance: z.int().nonnegative().default(0),
  }),
  share: shareSchema,
  /** When the last of the rows was found to be deleted. */
  goneAt: instantSchema.nullable(),
});
export type CountedShare = z.infer<typeof countedShareSchema>;
