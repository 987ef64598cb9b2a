import * as z from 'zod';

/** What travels on the queue of due timers: which timer, and which setting of it. */
export const timerMessageSchema = z.strictObject({
  companyId: z.int().positive(),
  kind: z.string(),
  subject: z.string(),
  token: z.string(),
});
export type TimerMessage = z.infer<typeof timerMessageSchema>;
