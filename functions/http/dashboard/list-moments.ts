import type { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { MOMENTS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import { lastDays, periodBetween } from '../../domain/dashboard/period.ts';
import { rangeOf } from '../../domain/ticket-report/report-range.ts';
import { condenseRuns, planMoments } from '../../domain/tickets/plan-ticket-list.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { readNewestTickets } from '../../repositories/tickets/newest-tickets.ts';
import { withoutEmptyRuns } from '../../repositories/tickets/ticket-counts.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

const DEFAULT_DAYS = 30;

/**
 * Lists the tickets of a period for the live panel, the latest activity first. Of those that were active last, see
 * `readNewestTickets`: a period that ended long ago may lack tickets if a thousand were active since. 200 tickets of all
 * queues cost about 13 calls and 21 read units.
 */
export const listMoments = async ({
  principal,
  query,
  clock,
}: HandlerContext<typeof dashboardRoutes.moments>) => {
  const { viewer, directory, user } = principal;
  const { timeZone } = directory.company;
  const { dateStart, dateEnd } = query;
  const period =
    dateStart === undefined && dateEnd === undefined
      ? lastDays(DEFAULT_DAYS, timeZone, clock.now())
      : periodBetween(dateStart, dateEnd, timeZone, clock.now());
  const queueIds = query.showAll ? undefined : query.queueIds;
  const queues = queueIds === undefined ? undefined : new Set(queueIds);
  const userId = isAdmin(user) ? query.userId : viewer.id;
  const isWanted = (ticket: TicketRow): boolean => {
    const day = localDay(timeZone, Date.parse(ticket.rowCreatedAt));
    return (
      period.first <= day &&
      day <= period.last &&
      (queues === undefined || (ticket.queueId !== null && queues.has(ticket.queueId))) &&
      (isAdmin(user) || ticket.userId === viewer.id) &&
      canSeeTicket(ticket, viewer)
    );
  };
  const statuses = query.status === undefined ? TICKET_STATUSES : [query.status];
  const planned = planMoments({ statuses, queueIds, userId }, viewer, [...directory.queues.keys()]);
  const table = tableOf(principal);
  const { rows } = await readNewestTickets(table, {
    runs: await withoutEmptyRuns(table, condenseRuns(planned, directory.queues.size)),
    filter: isWanted,
    limit: MOMENTS_MAX,
    // No ticket was active before it was created.
    active: { from: rangeOf(period, timeZone).from },
  });
  const tickets = await viewTickets(rows, principal);
  return { tickets, count: tickets.length };
};
