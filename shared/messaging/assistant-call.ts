import * as z from 'zod';

/**
 * Message in the queue `assistant-calls`: asks an assistant for its answer to messages of a customer, which returns as an
 * inbound `answer` event with the token. Group: the ticket, so that its calls follow each other.
 */
export const assistantCallMessageSchema = z.strictObject({
  companyId: z.int().positive(),
  promptId: z.int().positive(),
  ticketId: z.int().positive(),
  /** The token that the ticket's automation awaits; with another one the call is not made. */
  token: z.string().min(1).max(100),
  /** The messages to answer, the oldest first. */
  messageIds: z.array(z.string().min(1).max(200)).min(1).max(20),
});
export type AssistantCallMessage = z.infer<typeof assistantCallMessageSchema>;

/** How long a ticket awaits an assistant's answer before people take it, in milliseconds. */
export const ASSISTANT_ANSWER_DUE_AFTER_MS = 90_000;
