import { filterOfList } from '@prosa/shared/rules/filters/filter-of-query.ts';
import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { printFilter } from '@prosa/shared/rules/filters/print-filter.ts';
import type { TicketFilter } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { paths } from '../../lib/screen/paths.ts';
import type { ListState } from './list-store.ts';
import { tabQuery } from './tab-query.ts';

const partsOf = (filter: TicketFilter): readonly TicketFilter[] => ('all' in filter ? filter.all : [filter]);

/**
 * Returns the path of a new campaign for the contacts of the tickets that an administrator's list shows, with the list's
 * filters, status and queues as one filter. The words of a search are not part of it. Undefined for groups, to which no
 * campaign is sent.
 */
export const campaignLink = (
  { tab, ...settings }: ListState,
  viewer: { id: number; showAll: boolean },
): string | undefined => {
  if (tab === 'group') return undefined;
  const { filter = '', queueIds = [], ...query } = tabQuery(tab, settings, '', { ...viewer, admin: true });
  const isOwn = (tab === 'open' || tab === 'closed') && query.showAll !== true;
  const further = parseFilter(filter);
  const whole = filterOfList({
    ...query,
    filter: {
      all: [
        ...(tab === 'search' ? [] : [{ field: 'status', oneOf: [tab] } as const]),
        ...(isOwn ? [{ field: 'attendant', oneOf: [viewer.id] } as const] : []),
        ...(queueIds.length === 0 ? [] : [{ field: 'queue', oneOf: queueIds } as const]),
        ...('filter' in further ? partsOf(further.filter) : []),
      ],
    },
  });
  return paths.newCampaign(printFilter(whole));
};
