import {
  type InboundEvent,
  type InboundEventOf,
  inboundEventSchema,
  inboundGroupId,
} from '@prosa/shared/messaging/inbound-event.ts';
import { chatKeyOf } from '../channels/chat-key.ts';
import { eventBody } from '../domain/inbound/event-body.ts';
import type { Session } from '../domain/integrations/adapter.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { describeIssues, log } from '../platform/log.ts';
import { sendMessages } from '../platform/queue/send-messages.ts';
import type { TicketRow } from '../repositories/tickets/tickets.ts';

/** A part of the answer to a call. */
export type AnswerPart = Pick<InboundEventOf<'answer'>, 'token' | 'part' | 'says' | 'next'> & {
  session?: Session | null;
};

/**
 * Sends a part of an answer to the ticket that awaits it, in the order of the conversation with its contact. The queue
 * takes only the first event of each part, whatever a repetition says. An answer that does not fit the event gives the
 * ticket to people, as every other failure of a service: asking the service again would bring the same.
 */
export const sendAnswer = async (
  ticket: TicketRow & { connectionId: number },
  companyId: CompanyId,
  answer: AnswerPart,
  nowMs: number,
): Promise<void> => {
  const place = { companyId, connectionId: ticket.connectionId };
  const groupId = inboundGroupId(place, chatKeyOf(ticket.contact.identities));
  const own = {
    v: 1,
    type: 'answer',
    ...place,
    channel: ticket.channel,
    receivedAt: nowMs,
    ticketId: ticket.id,
    token: answer.token,
    part: answer.part,
  } as const;
  const parsed = inboundEventSchema.safeParse({ ...own, ...answer });
  if (!parsed.success)
    log.error('the answer of a service does not fit', {
      ticketId: ticket.id,
      issues: describeIssues(parsed.error),
    });
  const event: InboundEvent = parsed.data ?? { ...own, says: [], session: null, next: { goesTo: 'people' } };
  const id = `${companyId}.${answer.token}.${answer.part}`;
  await sendMessages('inbound', true, [{ id, body: eventBody(event), groupId }]);
};
