import * as z from 'zod';

/**
 * Message in the queue `integration-calls`: asks an integration for its answer to messages of a customer, which returns
 * as an inbound `answer` event with the token. Group: the ticket, so that its calls follow each other.
 */
export const integrationCallMessageSchema = z.strictObject({
  companyId: z.int().positive(),
  integrationId: z.int().positive(),
  ticketId: z.int().positive(),
  /** The token that the ticket's automation awaits; with another one the call is not made. */
  token: z.string().min(1).max(100),
  /** The messages to answer, the oldest first. */
  messageIds: z.array(z.string().min(1).max(200)).max(20),
});
export type IntegrationCallMessage = z.infer<typeof integrationCallMessageSchema>;

/** How long a ticket awaits an integration's answer before people take it, in milliseconds. */
export const INTEGRATION_ANSWER_DUE_AFTER_MS = 90_000;
