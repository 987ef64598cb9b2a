import type { TicketView } from '@prosa/shared/contracts/tickets.ts';

export interface ShownTicket {
  ticket: TicketView;
  /** Whether the ticket has left the list; its row stays until the order is released. */
  gone: boolean;
}

export interface ShownTickets {
  rows: readonly ShownTicket[];
  /** Number of tickets that are new or have moved up, and are not yet at their position. */
  news: number;
}

const shown = (ticket: TicketView): ShownTicket => ({ ticket, gone: false });

/** Returns a list in its live order. */
export const asItIs = (live: readonly TicketView[]): ShownTickets => ({ rows: live.map(shown), news: 0 });

/**
 * Returns a list in its held order with its tickets' current content: every row keeps its position. Tickets inserted
 * in between are left out until the release; tickets at the end (the next page) are added there.
 */
export const holdOrder = (held: readonly TicketView[], live: readonly TicketView[]): ShownTickets => {
  const present = new Map(live.map((ticket) => [ticket.id, ticket]));
  const before = new Map(held.map((ticket) => [ticket.id, ticket]));
  const lastKnown = live.findLastIndex(({ id }) => before.has(id));
  const rows = held.map((ticket) => {
    const now = present.get(ticket.id);
    return { ticket: now ?? ticket, gone: now === undefined };
  });
  const staying = rows.filter(({ gone }) => !gone).map(({ ticket }) => ticket.id);
  const inOrder = live.slice(0, lastKnown + 1).every(({ id }, index) => id === staying[index]);
  const moved = live
    .slice(0, lastKnown + 1)
    .filter(({ id, updatedAt }) => before.get(id)?.updatedAt !== updatedAt);
  return {
    rows: [...rows, ...live.slice(lastKnown + 1).map(shown)],
    news: inOrder ? 0 : moved.length,
  };
};

/**
 * Returns the number of rows by which the visible rows have moved down: the movement of most of them. A row that
 * moved because of its own update does not count.
 * @param inSight ids of the rows that were visible before
 */
export const rowsMovedDown = (
  inSight: readonly number[],
  before: readonly TicketView[],
  after: readonly TicketView[],
): number => {
  const was = new Map(before.map(({ id }, index) => [id, index]));
  const is = new Map(after.map(({ id }, index) => [id, index]));
  const votes = new Map<number, number>();
  for (const id of inSight) {
    const [then, now] = [was.get(id), is.get(id)];
    if (then !== undefined && now !== undefined) votes.set(now - then, (votes.get(now - then) ?? 0) + 1);
  }
  const ranked = [...votes].sort(([a, ofA], [b, ofB]) => ofB - ofA || Math.abs(a) - Math.abs(b));
  return ranked[0]?.[0] ?? 0;
};
