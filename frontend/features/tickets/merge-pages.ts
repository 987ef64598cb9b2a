import type { FoundMessage, TicketView } from '@prosa/shared/contracts/tickets.ts';

interface Page {
  tickets: readonly TicketView[];
  found?: readonly FoundMessage[] | undefined;
}

/**
 * Merges the pages of a list: each ticket once, at its first position, with all of its found messages. A search may
 * find a ticket again on a later page, by its name or by another message.
 */
export const mergePages = (
  pages: readonly Page[],
): { tickets: TicketView[]; found: ReadonlyMap<number, readonly FoundMessage[]> } => {
  const tickets = new Map<number, TicketView>();
  const found = new Map<number, FoundMessage[]>();
  for (const page of pages) {
    for (const ticket of page.tickets) tickets.set(ticket.id, ticket);
    for (const message of page.found ?? []) {
      found.set(message.ticketId, [...(found.get(message.ticketId) ?? []), message]);
    }
  }
  return { tickets: [...tickets.values()], found };
};
