import { describe, expect, it } from 'vitest';
import { ticketExample } from '../tickets/ticket-example.ts';
import { withMoves } from './pending-moves.ts';

const LANE = { id: 7, name: 'Proposta', color: '#8E24AA' };
const one = ticketExample(1);
const two = ticketExample(2);
const three = ticketExample(3);
const ids = ({ cards }: ReturnType<typeof withMoves>) => cards.map(({ id }) => id);

describe('withMoves', () => {
  it('shows a moved ticket in its new column at the place of its activity, and no longer in the old one', () => {
    const moves = [{ ticket: two, laneId: LANE.id }];
    const old = withMoves([three, two, one], 0, moves);
    expect([ids(old), old.difference]).toEqual([[3, 1], -1]);
    const lane = [three, one].map((ticket) => ({ ...ticket, tags: [LANE] }));
    const next = withMoves(lane, LANE.id, moves);
    expect([ids(next), next.difference]).toEqual([[3, 2, 1], 1]);
  });

  it('counts a ticket once whose event arrived before the response', () => {
    const moved = { ...two, tags: [LANE], version: 2 };
    const next = withMoves([moved], LANE.id, [{ ticket: two, laneId: LANE.id }]);
    expect([ids(next), next.difference]).toEqual([[2], 0]);
    expect(next.cards[0]?.version).toBe(2);
  });

  it('shows a ticket that is dragged back while its first move is being saved', () => {
    // The first move is saved already: the old column has lost the ticket.
    const back = withMoves([three, one], 0, [{ ticket: two, laneId: 0 }]);
    expect([ids(back), back.difference]).toEqual([[3, 2, 1], 1]);
  });

  it('returns the same cards for a column that no move concerns', () => {
    const cards = [{ ...one, tags: [{ ...LANE, id: 8 }] }];
    expect(withMoves(cards, 8, [{ ticket: two, laneId: LANE.id }])).toEqual({ cards, difference: 0 });
    expect(withMoves(cards, 8, []).cards).toBe(cards);
  });
});
