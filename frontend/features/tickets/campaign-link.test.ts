import { expect, it } from 'vitest';
import { campaignLink } from './campaign-link.ts';
import { NO_FILTERS, START } from './list-store.ts';

const filterOf = (link: string | undefined) =>
  link === undefined ? undefined : new URL(link, 'https://prosa.test').searchParams.get('filter');

it('makes one filter of what an administrator’s list shows', () => {
  const filters = { ...NO_FILTERS, tags: [3], text: 'unread (queue:2 or idle:>2h)' };
  const all = { id: 7, showAll: true };
  expect(filterOf(campaignLink({ ...START, showAll: true, filters, queueIds: [2, 5] }, all))).toBe(
    'tag:3 status:open queue:2,5 unread (queue:2 or idle:>2h)',
  );
  expect(filterOf(campaignLink({ ...START, filters }, all))).toBe(
    'tag:3 status:open attendant:7 unread (queue:2 or idle:>2h)',
  );
  expect(filterOf(campaignLink({ ...START, tab: 'pending', filters: NO_FILTERS }, all))).toBe(
    'status:pending',
  );
  const searched = { ...NO_FILTERS, statusFilter: ['closed' as const], unread: true };
  expect(filterOf(campaignLink({ ...START, tab: 'search', filters: searched }, all))).toBe(
    'status:closed unread',
  );
  expect(campaignLink({ ...START, tab: 'group' }, all)).toBeUndefined();
});
