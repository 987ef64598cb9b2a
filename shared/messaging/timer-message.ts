import * as z from 'zod';

/** Message in the queue of due timers: the timer's key, and the token of the setting that was due. */
export const timerMessageSchema = z.strictObject({
  companyId: z.int().positive(),
  kind: z.string(),
  subject: z.string(),
  token: z.string(),
});
/**
 * Kind of the message for a send whose outcome is overdue: its subject is the message, its token the attempt. There
 * is no timer row.
 */
export const OVERDUE_SEND = 'overdue-send';
/**
 * Kind of the message for an answer to a customer that is due. Its subject is the ticket, its token the newest message
 * to answer.
 */
export const CUSTOMER_ANSWER = 'customer-answer';
/**
 * Kind of the message that ends a pause of a flow. Its subject is the ticket, its token that of the pause. There is no
 * timer row.
 */
export const FLOW_RESUME = 'flow-resume';
export type TimerMessage = z.infer<typeof timerMessageSchema>;
