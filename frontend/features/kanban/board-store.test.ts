import { describe, expect, it } from 'vitest';
import { boardQuery, countFilters, laneQuery, NO_FILTERS } from './board-store.ts';

const ALL = {
  search: 'maria',
  queueIds: [1, 2],
  users: [3],
  whatsappIds: [4],
  unread: true,
  startDate: '2026-11-01',
  endDate: '2026-11-20',
  text: 'tag:5',
};

describe('filters of the board', () => {
  it('leave inactive filters out of the queries', () => {
    expect(boardQuery(NO_FILTERS)).toEqual({});
    expect(laneQuery(NO_FILTERS, '')).toEqual({});
  });

  it('search words and unread messages narrow the tickets, not the counts', () => {
    const { search: _search, unread: _unread, text: filter, ...others } = ALL;
    const counted = { ...others, filter };
    expect(boardQuery(ALL)).toEqual(counted);
    expect(laneQuery(ALL, 'maria')).toEqual({ ...counted, searchParam: 'maria', withUnreadMessages: true });
  });

  it('counts the filters besides the words', () => {
    expect([countFilters(NO_FILTERS), countFilters(ALL)]).toEqual([0, 8]);
  });
});
