import { idSchema } from '@prosa/shared/entities/common.ts';
import * as z from 'zod';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** A value that only one row may have; written in the same transaction as its owner. */
export const Unique = defineEntity({
  name: 'unique',
  schema: z.object({ companyId: idSchema, kind: z.string(), value: z.string(), ownerId: idSchema }),
  scope: 'tenant',
  key: keys.unique,
});
const counterSchema = z.object({ name: z.string(), value: z.int().nonnegative() });
export const Counter = defineEntity({
  name: 'counter',
  schema: counterSchema.extend({ companyId: idSchema }),
  scope: 'tenant',
  attributes: ['name', 'value'],
  key: keys.counter,
});
export const GlobalCounter = defineEntity({
  name: 'globalCounter',
  schema: counterSchema,
  scope: 'global',
  attributes: ['name', 'value'],
  key: keys.global.counter,
});
/** A rate limit's leaky bucket: each attempt fills it, and it leaks over time. */
export const Attempts = defineEntity({
  name: 'attempts',
  schema: z.object({
    kind: z.string(),
    /** Hash of the rate-limited user, address or other subject. */
    subject: z.string(),
    /** Epoch milliseconds at which the bucket will be empty. */
    emptyAtMs: z.int().nonnegative(),
  }),
  scope: 'global',
  attributes: ['emptyAtMs'],
  key: keys.global.attempts,
  expiresAt: (item) => Math.ceil(item.emptyAtMs / 1000),
});
