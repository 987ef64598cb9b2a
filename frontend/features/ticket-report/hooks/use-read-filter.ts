import { type FilterProblem, parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { printFilter } from '@prosa/shared/rules/filters/print-filter.ts';
import type { IdField } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { useQuery } from '@tanstack/react-query';
import { colleagueList } from '../../directory/colleague-list.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { queueList } from '../../directory/queue-list.ts';
import { laneList, tagList } from '../../directory/tag-list.ts';

type Named = readonly { id: number; name: string }[];

/**
 * Returns a function that reads the text form of a filter, in which names stand for queues, attendants, connections, tags
 * and columns, and returns it with ids, as the server takes it.
 */
export const useReadFilter = (): ((text: string) => { text: string } | { problem: FilterProblem }) => {
  const { data: queue = [] } = useQuery(queueList);
  const { data: attendant = [] } = useQuery(colleagueList);
  const { data: connection = [] } = useQuery(connectionList);
  const { data: tag = [] } = useQuery(tagList);
  const { data: column = [] } = useQuery(laneList);
  const named: Record<IdField, Named> = { queue, attendant, connection, tag, column, contact: [] };
  return (text) => {
    const read = parseFilter(text, (field, name) =>
      named[field].filter((each) => each.name.toLowerCase() === name.toLowerCase()).map(({ id }) => id),
    );
    return 'problem' in read ? read : { text: text.trim() === '' ? '' : printFilter(read.filter) };
  };
};
