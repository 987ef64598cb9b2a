import { filterOfList } from '@prosa/shared/rules/filters/filter-of-query.ts';
import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { printFilter } from '@prosa/shared/rules/filters/print-filter.ts';
import { paths } from '../../lib/screen/paths.ts';
import type { ListState } from './list-store.ts';
import { tabQuery } from './tab-query.ts';

/** Returns the path of a tab with its filters, which become one filter. The words of a search are not part of it. */
export const listLink = (
  { tab, ...settings }: ListState,
  may: { showAll: boolean; admin: boolean },
): string => {
  const { filter, ...query } = tabQuery(tab, settings, '', may);
  const further = parseFilter(filter ?? '');
  const whole = filterOfList({ ...query, ...further });
  const params = new URLSearchParams({ list: tab, filter: printFilter(whole) });
  if (query.showAll === true) params.set('all', '1');
  return `${paths.tickets}?${params}`;
};
