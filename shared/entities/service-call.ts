import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';

/** How long the log of a service keeps a call. */
export const CALLS_KEPT_DAYS = 7;
/** Part of an answer that the log keeps, in characters. */
export const CALL_ANSWER_CHARS = 4_000;

/** A call of an external service that answers customers, for the log of the service. */
export const serviceCallSchema = z.object({
  companyId: idSchema,
  /** Sorts by time. */
  id: z.string(),
  /** Null for a test by an administrator. */
  ticketId: idSchema.nullable(),
  at: instantSchema,
  durationMs: z.int().nonnegative(),
  /** HTTP status; null if none came. */
  status: z.int().nullable(),
  /** Why no usable answer came; '' if one came. */
  failure: z.string(),
  /** What the service answered, cut. */
  answer: z.string(),
});
export type ServiceCall = z.infer<typeof serviceCallSchema>;

/**
 * How an external service answers. Separate from the row of the service, because calls change it. After several failures
 * in a row no call is made before `pausedUntil`.
 */
export const serviceHealthSchema = z.object({
  companyId: idSchema,
  failures: z.int().nonnegative(),
  pausedUntil: instantSchema.nullable(),
});
export type ServiceHealth = z.infer<typeof serviceHealthSchema>;
