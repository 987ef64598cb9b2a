import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { describe, expect, it } from 'vitest';
import { withWatched } from '../tickets/put-watched.ts';
import { ticketExample, viewerExample } from '../tickets/ticket-example.ts';
import { panelCards } from './panel-cards.ts';

const VIEWER = viewerExample({ id: 99, queueIds: [1] });
const ADMIN = viewerExample({ id: 98, profile: 'admin' });
const ids = (tickets: readonly { id: number }[]): number[] => tickets.map(({ id }) => id);
const [one, two, three] = [ticketExample(1), ticketExample(2), ticketExample(3)];

describe('the panel after an event', () => {
  it('has the latest activity last, wherever the ticket was before', () => {
    const spoken = { ...one, version: 2, updatedAt: three.updatedAt, lastMessage: 'Oi' };
    expect(ids(withWatched([one, two], three, VIEWER))).toEqual([1, 2, 3]);
    expect(ids(withWatched([two, three], one, VIEWER))).toEqual([1, 2, 3]);
    expect(ids(withWatched([one, two, three], spoken, VIEWER))).toEqual([2, 1, 3]);
  });

  it('lets go of what is over, of what goes to another queue, and of nothing else', () => {
    const all = [one, two, three];
    expect(ids(withWatched(all, { ...two, version: 2, status: 'closed' }, VIEWER))).toEqual([1, 3]);
    expect(ids(withWatched(all, { ...two, version: 2, queueId: 5 }, VIEWER))).toEqual([1, 3]);
    expect(ids(withWatched(all, { ...two, version: 2, queueId: 5 }, ADMIN))).toEqual([1, 2, 3]);
    expect(ids(withWatched(all, { ...two, version: 2, queueId: 5, userId: 99 }, VIEWER))).toEqual([1, 2, 3]);
    expect(withWatched(all, ticketExample(4, { status: 'group' }), VIEWER)).toBe(all);
  });

  it('keeps what is newer than an event that came late', () => {
    const all = [{ ...one, version: 5 }];
    expect(withWatched(all, { ...one, version: 4, status: 'closed' }, VIEWER)).toBe(all);
  });

  it('holds no more than the server shows', () => {
    const full = Array.from({ length: PANEL_TICKETS_MAX }, (_, index) => ticketExample(index + 1));
    const after = withWatched(full, ticketExample(PANEL_TICKETS_MAX + 1), VIEWER);
    expect(after).toHaveLength(PANEL_TICKETS_MAX);
    expect(after[0]?.id).toBe(2);
  });
});

describe('the cards of the panel', () => {
  it('are one for what waits, which is always there, and one for each agent, by name', () => {
    const of = (id: number, userId: number, name: string) =>
      ticketExample(id, { userId, user: { id: userId, name, color: '' } });
    const cards = panelCards([of(1, 5, 'Érica'), of(2, 4, 'Zeca'), of(3, 6, 'Fábio'), of(4, 5, 'Érica')]);
    expect(cards.map(({ agent, tickets }) => [agent?.name, ids(tickets)])).toEqual([
      [undefined, []],
      ['Érica', [1, 4]],
      ['Fábio', [3]],
      ['Zeca', [2]],
    ]);
    const waiting = ticketExample(5, { status: 'pending', userId: null, user: null });
    expect(ids(panelCards([waiting, one])[0]?.tickets ?? [])).toEqual([5]);
  });
});
