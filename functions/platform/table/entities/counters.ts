import { idSchema, instantSchema } from '@prosa/shared/entities/common.ts';
import * as z from 'zod';
import { afterInstant, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** A value only one row may have; written in the same transaction as its owner. */
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
/** How often something was tried since the first try that still counts. */
export const Attempts = defineEntity({
  name: 'attempts',
  schema: z.object({
    kind: z.string(),
    /** Hash of who tries. */
    subject: z.string(),
    count: z.int().nonnegative(),
    /** Begins anew then. */
    endsAt: instantSchema,
  }),
  scope: 'global',
  attributes: ['count', 'endsAt'],
  key: keys.global.attempts,
  expiresAt: (item) => afterInstant(item.endsAt, 0),
});
