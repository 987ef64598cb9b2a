import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';

/**
 * Says that a company has sent as many messages as it may on one of its days, over all connections or over one. Until
 * `endsAt` no further message is sent there.
 */
export const reachedCapSchema = z.object({
  companyId: idSchema,
  /** The connection that reached its cap; null for the whole company. */
  connectionId: idSchema.nullable(),
  cap: z.int().positive(),
  /** The end of the company's day. */
  endsAt: instantSchema,
});
export type ReachedCap = z.infer<typeof reachedCapSchema>;
