import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';

/**
 * When the system lately answered a contact on a connection in a way that people cause seldom: with the text that it had just
 * said, or to a long message written within seconds. Two machines that talk to each other do so each time.
 */
export const answerCountSchema = z.object({
  companyId: idSchema,
  contactId: idSchema,
  connectionId: idSchema,
  countedAt: z.array(instantSchema),
});
export type AnswerCount = z.infer<typeof answerCountSchema>;

/** What the system said by itself last: when, and the key of its text. */
export const saidSchema = z.object({ at: instantSchema, key: z.string() });
export type Said = z.infer<typeof saidSchema>;
