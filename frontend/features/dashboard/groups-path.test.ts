import { expect, it } from 'vitest';
import { listLink } from '../tickets/list-link.ts';
import { NO_FILTERS, START } from '../tickets/list-store.ts';
import { groupsPath } from './groups-path.ts';

it('groupsPath leads administrators to all groups, and others to their tab, with links as the list makes them', () => {
  const all = { ...START, showAll: true };
  const filters = { ...NO_FILTERS, statusFilter: ['group' as const] };
  expect(groupsPath(true)).toBe(listLink({ ...all, tab: 'search', filters }, { admin: true, showAll: true }));
  expect(groupsPath(false)).toBe(listLink({ ...all, tab: 'group' }, { admin: false, showAll: true }));
});
