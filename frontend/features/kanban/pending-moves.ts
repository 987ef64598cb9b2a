import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { createStore } from 'zustand/vanilla';
import { laneOf } from './on-board.ts';

/** A move that the server has not confirmed yet. The board shows it already; a refused move is only dropped. */
export interface PendingMove {
  ticket: TicketView;
  laneId: number;
}

export const pendingMoves = createStore<{
  moves: readonly PendingMove[];
  /** Id of the ticket on whose card the focus stays when the card moves. */
  followed: number | null;
}>(() => ({ moves: [], followed: null }));

export const addMove = (move: PendingMove): void =>
  pendingMoves.setState(({ moves }) => ({
    moves: [...moves.filter(({ ticket }) => ticket.id !== move.ticket.id), move],
  }));

export const dropMove = (move: PendingMove): void =>
  pendingMoves.setState(({ moves }) => ({ moves: moves.filter((other) => other !== move) }));

/** Returns the column in which the board shows a ticket now. */
export const shownLaneOf = (ticket: TicketView): number =>
  pendingMoves.getState().moves.find((move) => move.ticket.id === ticket.id)?.laneId ?? laneOf(ticket);

/** Time after which the focus no longer follows a card: by then the user does something else. */
const FOLLOWED_MS = 3_000;

export const unfollowCard = (ticketId: number): void => {
  if (pendingMoves.getState().followed === ticketId) pendingMoves.setState({ followed: null });
};

/** Lets the focus follow a ticket's card into the column into which it moves now. */
export const followCard = (ticketId: number): void => {
  pendingMoves.setState({ followed: ticketId });
  setTimeout(() => unfollowCard(ticketId), FOLLOWED_MS);
};

const isLater = (a: TicketView, b: TicketView): boolean =>
  a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt;

/**
 * Returns the cards of a column with the pending moves out of it and into it, the latest activity first, and the
 * difference to its number of tickets. The same array if no move concerns the column.
 */
export const withMoves = (
  cards: TicketView[],
  laneId: number,
  moves: readonly PendingMove[],
): { cards: TicketView[]; difference: number } => {
  const left = new Set(moves.flatMap(({ ticket, laneId: to }) => (to === laneId ? [] : [ticket.id])));
  const staying = cards.filter(({ id }) => !left.has(id));
  const present = new Set(staying.map(({ id }) => id));
  const entering = moves.flatMap(({ ticket, laneId: to }) =>
    to === laneId && !present.has(ticket.id) ? [ticket] : [],
  );
  const difference = staying.length + entering.length - cards.length;
  if (staying.length === cards.length && entering.length === 0) return { cards, difference };
  const shown = [...staying];
  for (const ticket of entering) {
    const at = shown.findIndex((other) => isLater(ticket, other));
    shown.splice(at === -1 ? shown.length : at, 0, ticket);
  }
  return { cards: shown, difference };
};
