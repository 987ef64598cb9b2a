import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import type { FilterSubject } from '@prosa/shared/rules/filters/matches-filter.ts';
import type { TicketFilter } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { isUnopened } from '@prosa/shared/rules/ticket-visibility.ts';
import { factsOf, newsOf } from './viewer-of.ts';

/** Returns everything that a filter may need of a ticket, except for when it was closed, which only the server knows. */
export const subjectOf = (ticket: TicketView): FilterSubject => {
  const { queueId, userId, connectionId, status } = factsOf(ticket);
  const { id, contactId, contact, tags, userRating } = ticket;
  return {
    id,
    status,
    queueId,
    userId,
    connectionId,
    contactId,
    tagIds: contact.tags.map((tag) => tag.id),
    laneId: tags[0]?.id ?? null,
    isUnread: isUnopened(newsOf(ticket)),
    createdAtMs: Date.parse(ticket.createdAt),
    activeAtMs: Date.parse(ticket.updatedAt),
    userRating,
    contact,
  };
};

/** Returns the filter of a query's text; undefined without one, or if the server refuses the text. */
export const parsedFilter = (text: string | undefined): TicketFilter | undefined => {
  const parsed = parseFilter(text ?? '');
  return 'filter' in parsed ? parsed.filter : undefined;
};
