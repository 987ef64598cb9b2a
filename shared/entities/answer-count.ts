import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';

/**
 * The times of recent automatic answers that a person rarely causes: a text that repeats the previous one, or an
 * answer to a long message that was written within seconds. One row for each contact and connection. Two machines
 * that talk to each other cause such answers every time.
 */
export const answerCountSchema = z.object({
  companyId: idSchema,
  contactId: idSchema,
  connectionId: idSchema,
  countedAt: z.array(instantSchema),
});
export type AnswerCount = z.infer<typeof answerCountSchema>;

/** The system's last automatic message: its time, and the key of its text. */
export const saidSchema = z.object({ at: instantSchema, key: z.string() });
export type Said = z.infer<typeof saidSchema>;
