import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';

/** Where deliveries wait that are too large for a queue. */
export const CLAIM_PREFIX = `${BUCKET_PREFIXES.claims}meta/`;

/** A delivery of Meta on its way to the worker: as it came, or where it lies in the bucket. */
export const metaEnvelopeSchema = z.union([
  z.strictObject({ v: z.literal(1), receivedAt: z.int(), body: z.string() }),
  z.strictObject({ v: z.literal(1), receivedAt: z.int(), key: z.string().startsWith(CLAIM_PREFIX) }),
]);
export type MetaEnvelope = z.infer<typeof metaEnvelopeSchema>;
