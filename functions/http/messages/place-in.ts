import { AppError } from '@prosa/shared/errors.ts';
import { parseMessageId } from '../../domain/message-id.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/**
 * Returns the sort key of a message in a ticket's history, parsed from the message's id.
 * @throws AppError ERR_NO_MESSAGE_FOUND if the message belongs to another contact or connection
 */
export const placeIn = (ticket: TicketRow, messageId: string): string => {
  const place = parseMessageId(messageId);
  if (place?.contactId !== ticket.contactId || place.connectionId !== ticket.connectionId)
    throw new AppError('ERR_NO_MESSAGE_FOUND');
  return place.sortKey;
};
