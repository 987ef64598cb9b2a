import { expect, it } from 'vitest';
import { listLink } from './list-link.ts';
import { NO_FILTERS, START } from './list-store.ts';
import { readListLink } from './read-list-link.ts';

const MAY = { showAll: true, admin: true };
const paramsOf = (link: string) => new URL(link, 'https://prosa.test').searchParams;

it('shares a tab with all of its filters as one filter', () => {
  const filters = { ...NO_FILTERS, tags: [3], unread: true, text: 'queue:2 or idle:>2h' };
  const link = listLink({ ...START, tab: 'closed', showAll: true, filters }, MAY);
  expect(paramsOf(link).get('filter')).toBe('unread tag:3 (queue:2 or idle:>2h)');
  expect(readListLink(paramsOf(link))).toEqual({
    tab: 'closed',
    search: '',
    showAll: true,
    filtersOpen: true,
    filters: { ...NO_FILTERS, text: 'unread tag:3 (queue:2 or idle:>2h)' },
  });
});

it('reads a link without a tab as a search, and applies no filter that is wrong', () => {
  expect(readListLink(paramsOf('/tickets?filter=unread'))).toMatchObject({
    tab: 'search',
    showAll: false,
    filters: { text: 'unread' },
  });
  expect(readListLink(paramsOf('/tickets?filter=(&list=other'))).toMatchObject({ filters: NO_FILTERS });
  expect(readListLink(paramsOf('/tickets'))).toBeUndefined();
});
