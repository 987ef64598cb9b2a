import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import type { FilterMoment } from '@prosa/shared/rules/filters/matches-filter.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { activeRange, needsOf } from '../tickets/filter-needs.ts';
import { ticketMatcher } from '../tickets/match-tickets.ts';
import { planFilter } from '../tickets/plan-filter.ts';
import { planTicketBrowse, type TicketRun } from '../tickets/plan-ticket-list.ts';

type Matcher = ReturnType<typeof ticketMatcher>;

/** The tickets that match a campaign's filter, and how they are found. The campaign is sent to their contacts. */
export interface Segment {
  /** Every matching ticket is in one of these runs. */
  runs: TicketRun[];
  /** Number of queues that the company has. */
  queueCount: number;
  matches: Matcher;
  /** Instants between which all of its tickets were last active; no limit where one is absent. */
  active: { from?: string; to?: string };
}

/** Sees every ticket of the company. */
const EVERYTHING: Viewer = {
  id: 0,
  profile: 'admin',
  super: false,
  queueIds: [],
  connectionId: null,
  allTicket: true,
  allowGroup: true,
  allHistoric: true,
  allUserChat: true,
};
/** Campaigns are not sent to groups. */
const STATUSES = TICKET_STATUSES.filter((status) => status !== 'group');

/**
 * Returns the segment of a campaign's filter: tickets of the whole company, without groups. If the company hides numbers
 * from any user, words do not match the hidden digits: otherwise that user could find digits by trying words and looking
 * at the receivers (S-58).
 * @param filter the stored text
 * @param hidesNumbers whether the company hides numbers from anyone
 */
export const segmentOf = (
  filter: string,
  {
    queueIds,
    moment,
    hidesNumbers,
  }: { queueIds: readonly number[]; moment: FilterMoment; hidesNumbers: boolean },
): Segment => {
  const parsed = parseFilter(filter);
  if ('problem' in parsed) throw new Error('the stored filter of a campaign is not a filter');
  const needs = needsOf(parsed.filter, moment.nowMs);
  const planned = planTicketBrowse({ statuses: STATUSES, showAll: true }, EVERYTHING, queueIds);
  const matches = ticketMatcher(parsed.filter, moment, { maskNumbers: hidesNumbers });
  return {
    runs: planFilter(planned, needs, EVERYTHING).runs,
    queueCount: queueIds.length,
    matches: (ticket) => !ticket.isGroup && matches(ticket),
    active: activeRange(needs),
  };
};
