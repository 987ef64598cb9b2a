import {
  type InboundEventOf,
  inboundEventSchema,
  inboundGroupId,
} from '@prosa/shared/messaging/inbound-event.ts';
import { chatKeyOf } from '../channels/chat-key.ts';
import { eventBody } from '../domain/inbound/event-body.ts';
import type { Session } from '../domain/integrations/adapter.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { sendMessages } from '../platform/queue/send-messages.ts';
import type { TicketRow } from '../repositories/tickets/tickets.ts';

/** A part of the answer to a call. */
export type AnswerPart = Pick<InboundEventOf<'answer'>, 'token' | 'part' | 'says' | 'next'> & {
  session?: Session | null;
};

/**
 * Sends a part of an answer to the ticket that awaits it, in the order of the conversation with its contact. The queue
 * takes only the first event of each part, whatever a repetition says.
 */
export const sendAnswer = async (
  ticket: TicketRow & { connectionId: number },
  companyId: CompanyId,
  answer: AnswerPart,
  nowMs: number,
): Promise<void> => {
  const place = { companyId, connectionId: ticket.connectionId };
  const groupId = inboundGroupId(place, chatKeyOf(ticket.contact.identities));
  const event = inboundEventSchema.parse({
    v: 1,
    type: 'answer',
    ...place,
    channel: ticket.channel,
    receivedAt: nowMs,
    ticketId: ticket.id,
    ...answer,
  });
  const id = `${companyId}.${answer.token}.${answer.part}`;
  await sendMessages('inbound', true, [{ id, body: eventBody(event), groupId }]);
};
