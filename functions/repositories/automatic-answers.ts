import type { Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import { type AutomaticAnswer, answersAtWith, mayAnswer } from '../domain/automatic/automatic-answer.ts';
import { messageRefOf, quotedSnapshot } from '../domain/messages/outbound-content.ts';
import { ticketAfterAnswer } from '../domain/messages/ticket-after-message.ts';
import { log } from '../platform/log.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import type { Table } from '../platform/table/table.ts';
import {
  type MessagePorts,
  type MessageRow,
  newOutboundMessageItems,
  type SendingTicket,
} from './messages.ts';

/**
 * What the system says by itself, as rows: the messages with the commands that send them, as an attendant's are, and
 * what they change on the ticket. The caller commits both with what is answered, so that a repetition of that says
 * nothing twice. Whoever makes the system answer goes through here: past the limit per ticket it falls silent, which is logged.
 *
 * @param ticket as it was before the transaction
 */
export const automaticAnswerItems = (
  table: Table,
  ticket: SendingTicket & Pick<TicketFields, 'answersAt'>,
  answers: readonly AutomaticAnswer[],
  answered: MessageRow,
  ports: MessagePorts,
): { items: WriteItem[]; onTicket: <T extends TicketFields>(ticket: T) => T } => {
  const messages: MessageRow[] = [];
  const items: WriteItem[] = [];
  let { answersAt } = ticket;
  for (const answer of answers) {
    if (!mayAnswer(answersAt, ports.nowMs)) {
      log.warn('too many automatic answers', { metric: 'automatic-answer-limit', ticketId: ticket.id });
      break;
    }
    answersAt = answersAtWith(answersAt, ports.nowMs);
    const made = newOutboundMessageItems(
      table,
      ticket,
      {
        userId: null,
        body: answer.text,
        // A provider's clock may run ahead of ours.
        sentAtMs: Math.max(ports.nowMs, Date.parse(answered.sentAt) + 1),
        quoted: answer.quotes
          ? { snapshot: quotedSnapshot(answered, ticket.contact.name), ref: messageRefOf(answered) }
          : undefined,
      },
      ports,
    );
    messages.push(made.message);
    items.push(...made.items);
  }
  return {
    items,
    onTicket: (after) =>
      messages.length === 0 ? after : { ...messages.reduce(ticketAfterAnswer, after), answersAt },
  };
};
