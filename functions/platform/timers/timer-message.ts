import * as z from 'zod';

/** Message of the queue of due timers: the timer's key, and the token of the setting that was due. */
export const timerMessageSchema = z.strictObject({
  companyId: z.int().positive(),
  kind: z.string(),
  subject: z.string(),
  token: z.string(),
});
/** The kind of a send whose outcome is due: its subject is the message, its token the attempt; there is no timer row. */
export const OVERDUE_SEND = 'overdue-send';
export type TimerMessage = z.infer<typeof timerMessageSchema>;
