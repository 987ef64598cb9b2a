import { useQuery } from '@tanstack/react-query';
import type { FilterLists } from '../../../lib/filter-names.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { queueList } from '../../directory/queue-list.ts';
import { laneList, tagList } from '../../directory/tag-list.ts';

/** Returns what the user may name in a filter, as far as it is fetched. */
export const useFilterLists = (): FilterLists => {
  const silent = { meta: { silent: true } };
  const { data: queue = [] } = useQuery({ ...queueList, ...silent });
  const { data: attendant = [] } = useQuery({ ...colleagueList, ...silent });
  const { data: connection = [] } = useQuery({ ...connectionList, ...silent });
  const { data: tag = [] } = useQuery({ ...tagList, ...silent });
  const { data: column = [] } = useQuery({ ...laneList, ...silent });
  return { queue, attendant, connection, tag, column };
};
