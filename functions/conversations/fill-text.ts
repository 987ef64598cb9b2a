import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { renderTemplate } from '../domain/texts/render-template.ts';
import type { Directory } from '../platform/directory.ts';

/**
 * Fills the placeholders of a text for a ticket.
 * @param userName the user who sends the text; empty for the system
 */
export const fillText = (
  { company, settings, queues, connections }: Directory,
  ticket: Ticket,
  userName: string,
  text: string,
  nowMs: number,
): string => {
  const { id, contact, queueId, connectionId } = ticket;
  return renderTemplate(text, {
    contactName: nameBesideNumber(contact),
    ticketId: id,
    userName,
    queueName: queueId === null ? '' : (queues.get(queueId)?.name ?? ''),
    connectionName: connectionId === null ? '' : (connections.get(connectionId)?.name ?? ''),
    companyName: company.name,
    nowMs,
    timeZone: company.timeZone,
    language: settings.language,
  });
};
