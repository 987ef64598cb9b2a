import { describe, expect, it } from 'vitest';
import { NO_FILTERS, START } from './list-store.ts';
import { tabCountQuery, tabQuery } from './tab-query.ts';

const filters = { ...NO_FILTERS, tags: [3], users: [7], statusFilter: ['closed' as const], unread: true };
const settings = { ...START, showAll: true, filters };

describe('tabQuery', () => {
  it("applies each tab's filters: status only in the search view, users only for administrators", () => {
    expect(tabQuery('open', settings, 'ana', { showAll: false, admin: false })).toEqual({
      status: 'open',
      showAll: false,
      sortTickets: 'DESC',
      tags: [3],
      unread: true,
    });
    expect(tabQuery('search', settings, 'ana', { showAll: true, admin: false })).toEqual({
      status: 'search',
      searchParam: 'ana',
      searchOnMessages: true,
      showAll: false,
      tags: [3],
      statusFilter: ['closed'],
      unread: true,
    });
    expect(tabQuery('search', settings, 'ana', { showAll: true, admin: true })).toMatchObject({
      showAll: true,
      users: [7],
    });
  });

  it('sends the text of further conditions, if there is one', () => {
    const may = { showAll: false, admin: false };
    const withText = { ...START, filters: { ...NO_FILTERS, text: 'idle:>2h' } };
    expect(tabQuery('open', withText, '', may).filter).toBe('idle:>2h');
    expect(tabCountQuery('open', withText, may).filter).toBe('idle:>2h');
    expect(tabQuery('open', START, '', may)).not.toHaveProperty('filter');
  });

  it('sends showAll only for users with the permission', () => {
    expect(tabQuery('pending', settings, '', { showAll: true, admin: false }).showAll).toBe(true);
    expect(tabQuery('pending', settings, '', { showAll: false, admin: false }).showAll).toBe(false);
  });

  it('sends the queue selection, and no sorting for closed tickets', () => {
    const query = tabQuery('closed', { ...START, showAll: true, queueIds: [1, 2] }, '', {
      showAll: true,
      admin: true,
    });
    expect(query).toEqual({ status: 'closed', showAll: true, queueIds: [1, 2] });
  });
});

it('counts the tickets that the tab shows, with the same filters', () => {
  const may = { showAll: true, admin: true };
  for (const tab of ['open', 'pending', 'group', 'closed'] as const) {
    const { sortTickets: _sort, ...narrowed } = tabQuery(tab, settings, '', may);
    expect(tabCountQuery(tab, settings, may)).toEqual(narrowed);
  }
  expect(tabCountQuery('open', settings, { showAll: false, admin: false })).toEqual({
    status: 'open',
    showAll: false,
    tags: [3],
    unread: true,
  });
});
