import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';

/**
 * What is counted. `messages`: received and sent, by UTC hours. `attendance`: what becomes of stretches of attendance, by
 * blocks of the company's days and by user. `begun`: stretches by the company's hour in which they began. `now`: tickets
 * by the status they have.
 */
const ROLLUP_KINDS = ['messages', 'attendance', 'begun', 'now'] as const;
export type RollupKind = (typeof ROLLUP_KINDS)[number];

/**
 * Sums of a period. Each count is an attribute of its own, so that it can be raised without being read.
 *
 * - `messages` of a UTC day (`D#2026-11-21`) or month (`M#2026-11`): in a day's row `<metric><hour>`, as `in07`; in a
 *   month's row `<metric>`, and `<metric>_a<hour>` and `<metric>_z<hour>` of the hours of its first and last day that
 *   belong to the neighbouring month in some time zone.
 * - `attendance` of 1, 4, 16 or 64 days (`16#00001294`), of eight users (`shard`): `<letter of the figure><user>`.
 * - `begun` of a day (`D#`, `h<hour>`) or month (`M#`, `d<day>`).
 * - `now` (`NOW`): `<status>`.
 */
export const rollupSchema = z
  .object({
    companyId: idSchema,
    kind: z.enum(ROLLUP_KINDS),
    period: z.string().regex(/^(D#\d{4}-\d\d-\d\d|M#\d{4}-\d\d|(1|4|16|64)#\d{8}|NOW)$/),
    shard: z.int().nonnegative(),
  })
  .catchall(z.union([z.number(), z.string()]));
export type Rollup = z.infer<typeof rollupSchema>;

/** Says that a fact was counted, and when; written with the counts. */
export const countedFactSchema = z.object({ companyId: idSchema, id: z.string(), at: instantSchema });

/** What is summed up of attendance. Times are whole seconds. */
export const FIGURES = [
  /** Stretches that began. */
  'begun',
  /** Of these, those that ended. */
  'finished',
  /** Those that somebody waited for, and how long. */
  'waited',
  'waitS',
  /** Those that were attended and ended, and how long it took. */
  'handled',
  'handlingS',
  /** Finished without a rating; and those whose customer chose to give none. */
  'unrated',
  'declined',
  /** Ratings by the standard of 0 to 10, and their sum. */
  'promoters',
  'passives',
  'detractors',
  'rateSum',
  /** Contacts whose first ticket was made. */
  'leads',
] as const;
export type Figure = (typeof FIGURES)[number];
export type Figures = Partial<Record<Figure, number>>;

export const CURRENT_STATUSES = ['open', 'pending', 'group'] as const;
export type CurrentStatus = (typeof CURRENT_STATUSES)[number];

/** What one row has in the figures. */
export const shareSchema = z.object({
  /** Of a ticket. */
  status: z.enum(CURRENT_STATUSES).nullable().default(null),
  /** Of a stretch, and of a contact. */
  attendance: z
    .object({
      /** The company's day, by the time zone it had when the row was first counted. */
      day: z.iso.date(),
      /** The hour of that day; null where no clock is kept of it. */
      hour: z.int().min(0).max(23).nullable(),
      /** 0 for nobody. */
      userId: z.int().nonnegative(),
      figures: z.partialRecord(z.enum(FIGURES), z.int()),
    })
    .nullable()
    .default(null),
  /** Of a contact: whose day it is. */
  ticketId: idSchema.nullable().default(null),
});
export type Share = z.infer<typeof shareSchema>;

/** What was counted of a row last; written with the sums, so that they are what all of these say together. */
export const countedShareSchema = z.object({
  companyId: idSchema,
  id: z.string(),
  /** Version of the row; what is told of earlier ones is no news. */
  seen: z.int().nonnegative(),
  share: shareSchema.nullable(),
  /** When the row was found to be gone. */
  goneAt: instantSchema.nullable(),
});
