import { apiUsageSchema, USAGE_COUNTERS } from '@prosa/shared/entities/api-usage.ts';
import { idSchema, instantSchema } from '@prosa/shared/entities/common.ts';
import { sparse } from '@prosa/shared/entities/sparse.ts';
import * as z from 'zod';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** Shards of a day's usage counters. */
export const USAGE_SHARDS = 4;
export const ApiUsage = defineEntity({
  name: 'apiUsage',
  schema: apiUsageSchema,
  scope: 'tenant',
  attributes: ['day', 'shard', 'UsedOnDay', ...USAGE_COUNTERS],
  key: keys.apiUsage,
});

/**
 * A call that named itself with an idempotency key, with its answer: written in the transaction of its messages, so
 * that a repetition neither sends again nor answers differently.
 */
export const ExternalCall = defineEntity({
  name: 'externalCall',
  schema: z.object({
    companyId: idSchema,
    connectionId: idSchema,
    /** SHA-256 of the caller's key. */
    keyHash: z.string(),
    /** SHA-256 of the request. */
    bodyHash: z.string(),
    /** null if nothing was stored. */
    ticketId: idSchema.nullable(),
    messageIds: z.array(z.string()),
    /** The schedule that the call made; null if it sent at once. */
    scheduleId: sparse(idSchema.nullable(), null),
    at: instantSchema,
  }),
  scope: 'tenant',
  key: keys.externalCall,
  expiresAt: ({ at }) => afterInstant(at, DAY_S),
});
