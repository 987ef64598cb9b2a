import type { TicketView } from '@prosa/shared/contracts/tickets.ts';

export interface ShownTicket {
  ticket: TicketView;
  /** It left the list meanwhile; its row stays until the list moves again. */
  gone: boolean;
}

export interface ShownTickets {
  rows: readonly ShownTicket[];
  /** Tickets that are new or further up since, and not where they belong yet. */
  news: number;
}

const shown = (ticket: TicketView): ShownTicket => ({ ticket, gone: false });

/** A list as it is. */
export const asItIs = (live: readonly TicketView[]): ShownTickets => ({ rows: live.map(shown), news: 0 });

/**
 * A list in the order in which it was held, with what its tickets say now: every row stays where it was. What came in
 * between is left out until then; what follows at the end (the next page) is added there.
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
 * By how many rows what was in sight has moved down: as most of its rows have. One that is brought elsewhere by news of its
 * own does not take the others along.
 * @param inSight ids of rows in sight, as they were
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
