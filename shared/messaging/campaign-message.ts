import * as z from 'zod';

const campaign = { companyId: z.int().positive(), campaignId: z.int().positive() };

/**
 * Plans further receivers, as far as the campaign's run is still this one; over the queue `campaign-plans`. A repeated message
 * changes nothing.
 */
export const campaignPlanSchema = z.object({ ...campaign, run: z.int().nonnegative() });
export type CampaignPlan = z.infer<typeof campaignPlanSchema>;

/** Work of a planned campaign, over the queue `campaigns`. A repeated message changes nothing. */
export const campaignMessageSchema = z.discriminatedUnion('type', [
  /** The beat of a running campaign: one step, unless its progress is at a later beat. */
  z.object({ ...campaign, type: z.literal('beat'), beat: z.int().nonnegative() }),
  /** Sends the message to a receiver who consented. */
  z.object({ ...campaign, type: z.literal('agreed'), position: z.int().nonnegative() }),
]);
export type CampaignMessage = z.infer<typeof campaignMessageSchema>;
