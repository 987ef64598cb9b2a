import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { LIST_TABS, type ListState, NO_FILTERS } from './list-store.ts';

/** Returns the settings of a link made by `listLink`; undefined for any other address. */
export const readListLink = (params: URLSearchParams): Partial<ListState> | undefined => {
  const text = params.get('filter');
  if (text === null) return undefined;
  const tab = LIST_TABS.find((one) => one === params.get('list')) ?? 'search';
  const isFilter = 'filter' in parseFilter(text);
  return {
    tab,
    search: '',
    showAll: params.get('all') === '1',
    filtersOpen: true,
    filters: isFilter ? { ...NO_FILTERS, text } : NO_FILTERS,
  };
};
