import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** The fields by which the panel is filtered, with one value at most for each. */
export const PANEL_FILTERS = ['queue', 'agent', 'connection'] as const;
export type PanelFilterName = (typeof PANEL_FILTERS)[number];

/** Filter of the panel. A field that is null does not restrict it; 0 means tickets without a value. */
export interface PanelFilter extends Record<PanelFilterName, number | null> {
  /** Words of the contact's name, or digits of the number. */
  search: string;
}

export const NO_FILTER: PanelFilter = { search: '', queue: null, agent: null, connection: null };

const NONE = 0;

const idsOf = (ticket: TicketView): Record<PanelFilterName, number> => ({
  queue: ticket.queueId ?? NONE,
  agent: ticket.userId ?? NONE,
  connection: ticket.whatsappId ?? NONE,
});

const nameOf = (ticket: TicketView, filter: PanelFilterName): string => {
  const of = { queue: ticket.queue, agent: ticket.user, connection: ticket.whatsapp };
  return of[filter]?.name ?? '';
};

/** Whether a filter restricts what the panel shows. */
export const isFiltered = (filter: PanelFilter): boolean =>
  filter.search.trim() !== '' || PANEL_FILTERS.some((name) => filter[name] !== null);

/** Returns the tickets that a filter keeps, in the same order. */
export const filterTickets = (tickets: readonly TicketView[], filter: PanelFilter): TicketView[] => {
  const words = normalizeForSearch(filter.search);
  const digits = filter.search.replace(/\D/g, '');
  const isFound = ({ contact }: TicketView): boolean =>
    normalizeForSearch(contact.name).includes(words) || (digits !== '' && contact.number.includes(digits));
  return tickets.filter((ticket) => {
    const ids = idsOf(ticket);
    return (
      (words === '' || isFound(ticket)) &&
      PANEL_FILTERS.every((name) => filter[name] === null || filter[name] === ids[name])
    );
  });
};

/**
 * Returns the selectable values of a filter: the values of the panel's tickets, sorted by name; first 0, if there are
 * tickets without a value.
 */
export const filterChoices = (
  tickets: readonly TicketView[],
  filter: PanelFilterName,
): { id: number; name: string }[] => {
  const names = new Map<number, string>();
  for (const ticket of tickets) names.set(idsOf(ticket)[filter], nameOf(ticket, filter));
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => Number(b.id === NONE) - Number(a.id === NONE) || a.name.localeCompare(b.name));
};
