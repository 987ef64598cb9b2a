import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';

/** What is counted: of the whole company, or of one queue, user or connection (`subjectId`). */
export const ROLLUP_KINDS = ['messages', 'tickets', 'queue', 'user', 'connection'] as const;
export const rollupKindSchema = z.enum(ROLLUP_KINDS);
export type RollupKind = z.infer<typeof rollupKindSchema>;

/**
 * Sums of what happened in one UTC day (`D#2026-11-21`) or month (`M#2026-11`). Each count is an attribute of its own, so
 * that it can be raised without being read: in a day's row `<metric><hour>`, as `created07`; in a month's row
 * `<metric>`, and `<metric>_a<hour>` and `<metric>_z<hour>` of the hours of its first and last day that belong to the
 * neighbouring month in some time zone.
 */
export const rollupSchema = z
  .object({
    companyId: idSchema,
    kind: rollupKindSchema,
    /** 0 where the kind has none. */
    subjectId: z.int().nonnegative(),
    period: z.string().regex(/^(D#\d{4}-\d\d-\d\d|M#\d{4}-\d\d)$/),
    shard: z.int().nonnegative(),
  })
  .catchall(z.union([z.number(), z.string()]));
export type Rollup = z.infer<typeof rollupSchema>;

/** Says that a fact was counted, and when; written with the counts. */
export const countedFactSchema = z.object({ companyId: idSchema, id: z.string(), at: instantSchema });
