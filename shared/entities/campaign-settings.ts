import * as z from 'zod';
import { clockTimeSchema, idSchema } from './common.ts';

/** The settings that all campaigns of a company follow. A company without a row has the defaults. */
export const campaignSettingsSchema = z.object({
  companyId: idSchema,
  /** Seconds between two messages. */
  messageIntervalS: z.int().nonnegative().default(20),
  /** Number of messages after which a pause is added; 0: no pauses. */
  messagesBeforePause: z.int().nonnegative().default(20),
  /** Seconds of the pause, in addition to the interval. */
  pauseS: z.int().nonnegative().default(60),
  /** Texts of the company: `{key}` in a campaign's message is replaced by the value. */
  variables: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
  sendsOnSaturdays: z.boolean().default(false),
  sendsOnSundays: z.boolean().default(false),
  /** Messages are sent from this time of day until before the end, in the company's time zone. */
  startTime: clockTimeSchema.default('09:00'),
  endTime: clockTimeSchema.default('18:00'),
  /** Whether nothing is sent from 20:00 to 8:00 of the receiver, where the number's region is known. */
  avoidsNights: z.boolean().default(true),
});
export type CampaignSettings = z.infer<typeof campaignSettingsSchema>;
