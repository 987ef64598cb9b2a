import { paths } from '../../lib/screen/paths.ts';

/**
 * Returns the path of the list with the groups that are attended now, as far as the user sees them, in the form of
 * `listLink`. Administrators get a search, because the groups of other queues than their own are not in their tab.
 */
export const groupsPath = (isAdmin: boolean): string => {
  const list = isAdmin ? { list: 'search', filter: 'status:group' } : { list: 'group', filter: '' };
  return `${paths.tickets}?${new URLSearchParams({ ...list, all: '1' })}`;
};
