import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { printFilter } from '@prosa/shared/rules/filters/print-filter.ts';
import { namesOfIds } from '../../../lib/filter-names.ts';
import { useFilterLists } from '../../tickets/hooks/use-filter-lists.ts';

/** A campaign's filter of tickets, with names in place of ids as far as they are known. */
export const FilterName = ({ text }: { text: string }) => {
  const names = namesOfIds(useFilterLists());
  const parsed = parseFilter(text);
  return 'filter' in parsed ? printFilter(parsed.filter, names) : text;
};
