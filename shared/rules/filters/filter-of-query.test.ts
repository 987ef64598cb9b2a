import { expect, it } from 'vitest';
import { filterOfBoard, filterOfList } from './filter-of-query.ts';
import { parseFilter } from './filter-text.ts';
import { printFilter } from './print-filter.ts';

it('maps the parameters of a ticket list to one filter; empty ones are no conditions', () => {
  expect(printFilter(filterOfList({ statusFilter: [], tags: [], users: [], updatedAt: 'x', date: '' }))).toBe(
    '',
  );
  expect(filterOfList({ tags: [4] })).toEqual({ field: 'tag', oneOf: [4] });
  const text = 'status:open attendant:2,3 connection:5 unread tag:4 active:2026-11-20 created:2026-11-19';
  const query = {
    statusFilter: ['open' as const],
    users: [2, 3],
    whatsapps: [5],
    unread: true,
    tags: [4],
    updatedAt: '2026-11-20T10:00:00.000Z',
    date: '2026-11-19',
  };
  expect(printFilter(filterOfList(query))).toBe(text);
  const more = parseFilter('ana or -unread');
  if ('problem' in more) throw new Error('no filter');
  expect(printFilter(filterOfList({ ...query, ...more }))).toBe(`${text} (ana or -unread)`);
});

it('maps the parameters of the board to one filter; no selected queue is no ticket', () => {
  expect(printFilter(filterOfBoard({ startDate: '', endDate: '', searchParam: ' - ' }))).toBe('');
  expect(printFilter(filterOfBoard({ queueIds: [] }))).toBe('-()');
  expect(
    printFilter(
      filterOfBoard({
        queueIds: [1],
        users: [2],
        whatsappIds: [3],
        startDate: '2026-11-01',
        withUnreadMessages: true,
        searchParam: 'Ana Lima',
      }),
    ),
  ).toBe('queue:1 attendant:2 connection:3 created:2026-11-01.. unread "Ana Lima"');
});
