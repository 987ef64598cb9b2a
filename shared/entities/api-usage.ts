import * as z from 'zod';
import { idSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** What calls of the external API are counted as; the names are those of the product's older clients. */
export const USAGE_COUNTERS = [
  'usedText',
  'usedPDF',
  'usedImage',
  'usedVideo',
  'usedOther',
  'usedCheckNumber',
] as const;
export type UsageCounter = (typeof USAGE_COUNTERS)[number];
/** How much a call adds to the counters of its day. */
export type UsageStep = Partial<Record<UsageCounter | 'UsedOnDay', number>>;

const count = sparse(z.int().nonnegative(), 0);

/** Successful calls of the external API by a company on one of its days. */
export const apiUsageSchema = z.object({
  companyId: idSchema,
  /** YYYY-MM-DD in the company's time zone. */
  day: z.iso.date(),
  /** A day has several rows, so that simultaneous calls seldom wait for each other's transaction. */
  shard: z.int().nonnegative(),
  /** Messages sent; each is also counted by its kind. */
  UsedOnDay: count,
  usedText: count,
  usedPDF: count,
  usedImage: count,
  usedVideo: count,
  usedOther: count,
  usedCheckNumber: count,
});
export type ApiUsage = z.infer<typeof apiUsageSchema>;
