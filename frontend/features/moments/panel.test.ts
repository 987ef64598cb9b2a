import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { describe, expect, it } from 'vitest';
import { withWatched } from '../tickets/put-watched.ts';
import { ticketExample, viewerExample } from '../tickets/ticket-example.ts';
import { panelColumns } from './panel-columns.ts';

const VIEWER = viewerExample({ id: 99, queueIds: [1] });
const ADMIN = viewerExample({ id: 98, profile: 'admin' });
const ids = (tickets: readonly { id: number }[]): number[] => tickets.map(({ id }) => id);
const [one, two, three] = [ticketExample(1), ticketExample(2), ticketExample(3)];

describe('panel after an event', () => {
  it('moves a ticket with new activity to the end', () => {
    const spoken = { ...one, version: 2, updatedAt: three.updatedAt, lastMessage: 'Oi' };
    expect(ids(withWatched([one, two], three, VIEWER))).toEqual([1, 2, 3]);
    expect(ids(withWatched([two, three], one, VIEWER))).toEqual([1, 2, 3]);
    expect(ids(withWatched([one, two, three], spoken, VIEWER))).toEqual([2, 1, 3]);
  });

  it('removes a closed ticket or a ticket moved to a queue that the user does not see, and no other', () => {
    const all = [one, two, three];
    expect(ids(withWatched(all, { ...two, version: 2, status: 'closed' }, VIEWER))).toEqual([1, 3]);
    expect(ids(withWatched(all, { ...two, version: 2, queueId: 5 }, VIEWER))).toEqual([1, 3]);
    expect(ids(withWatched(all, { ...two, version: 2, queueId: 5 }, ADMIN))).toEqual([1, 2, 3]);
    expect(ids(withWatched(all, { ...two, version: 2, queueId: 5, userId: 99 }, VIEWER))).toEqual([1, 2, 3]);
    expect(withWatched(all, ticketExample(4, { status: 'group' }), VIEWER)).toBe(all);
  });

  it('ignores a stale event', () => {
    const all = [{ ...one, version: 5 }];
    expect(withWatched(all, { ...one, version: 4, status: 'closed' }, VIEWER)).toBe(all);
  });

  it('keeps at most as many tickets as the server returns', () => {
    const full = Array.from({ length: PANEL_TICKETS_MAX }, (_, index) => ticketExample(index + 1));
    const after = withWatched(full, ticketExample(PANEL_TICKETS_MAX + 1), VIEWER);
    expect(after).toHaveLength(PANEL_TICKETS_MAX);
    expect(after[0]?.id).toBe(2);
  });
});

describe('panelColumns', () => {
  const shape = ({ agents }: ReturnType<typeof panelColumns>) =>
    agents.map(({ name, tickets }) => [name, ids(tickets)]);

  it('returns the waiting tickets, and the tickets of each agent, by name', () => {
    const of = (id: number, userId: number, name: string) =>
      ticketExample(id, { userId, user: { id: userId, name, color: '' } });
    const columns = panelColumns([of(1, 5, 'Érica'), of(2, 4, 'Zeca'), of(3, 6, 'Fábio'), of(4, 5, 'Érica')]);
    expect(columns.waiting).toEqual([]);
    expect(shape(columns)).toEqual([
      ['Érica', [1, 4]],
      ['Fábio', [3]],
      ['Zeca', [2]],
    ]);
    const waiting = ticketExample(5, { status: 'pending', userId: null, user: null });
    expect(ids(panelColumns([waiting, one]).waiting)).toEqual([5]);
  });

  it('puts the longest wait first, regardless of newer messages', () => {
    const waits = (id: number, placedAt: string) =>
      ticketExample(id, { status: 'pending', userId: null, user: null, placedAt });
    const { waiting } = panelColumns([
      waits(1, '2026-11-20T12:05:00.000Z'),
      waits(2, '2026-11-20T12:01:00.000Z'),
      waits(3, '2026-11-20T12:03:00.000Z'),
    ]);
    expect(ids(waiting)).toEqual([2, 3, 1]);
  });

  it('returns an empty column for a present agent without tickets, and one column for a present agent with tickets', () => {
    const columns = panelColumns(
      [one],
      [
        { id: 10, name: 'Bruno' },
        { id: 11, name: 'Ana' },
      ],
    );
    expect(columns.waiting).toEqual([]);
    expect(shape(columns)).toEqual([
      ['Ana', []],
      ['Bruno', [1]],
    ]);
  });
});
