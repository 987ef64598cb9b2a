import type { TicketView } from '@prosa/shared/contracts/tickets.ts';

type Listed = Pick<TicketView, 'id' | 'uuid'>;

/**
 * Returns the ticket to work on after a ticket has left its list: the next one below it, or the nearest above it when
 * it was the last. Undefined if the list is empty.
 * @param before the list before the ticket left it
 * @param now the list after that
 */
export const ticketAfter = <T extends Listed>(
  id: number,
  before: readonly Listed[],
  now: readonly T[],
): T | undefined => {
  const at = before.findIndex((ticket) => ticket.id === id);
  const inOrder = [...before.slice(at + 1), ...before.slice(0, Math.max(at, 0)).toReversed()];
  const left = new Map(now.filter((ticket) => ticket.id !== id).map((ticket) => [ticket.id, ticket]));
  const next = inOrder.find((ticket) => left.has(ticket.id));
  return next === undefined ? left.values().next().value : left.get(next.id);
};
