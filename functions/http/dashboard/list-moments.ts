import type { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { MOMENTS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import { lastDays, periodBetween } from '../../domain/dashboard/period.ts';
import { planTicketBrowse, type TicketPartition } from '../../domain/tickets/plan-ticket-list.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { readTicketPage } from '../../repositories/tickets/ticket-lists.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

type Query = HandlerContext<typeof dashboardRoutes.moments>['query'];

const DEFAULT_DAYS = 30;
/** Maximum of pages read; each costs ten read units if no ticket is skipped, see `readTicketPage`. */
const MAX_PAGES = 5;

/** Returns the partitions to read: the caller's own, or for administrators those of the requested queues. */
const partitionsOf = (query: Query, principal: UserPrincipal): TicketPartition[] => {
  const { viewer, directory } = principal;
  const statuses = query.status === undefined ? TICKET_STATUSES : [query.status];
  const userId = isAdmin(principal.user) ? query.userId : viewer.id;
  if (userId !== undefined) return statuses.map((status) => ({ by: 'user', status, userId }));
  const queueIds = query.showAll ? undefined : query.queueIds;
  return planTicketBrowse({ statuses, showAll: true, queueIds }, viewer, [...directory.queues.keys()]);
};

/** Lists the tickets of a period for the live panel, the latest activity first. */
export const listMoments = async ({
  principal,
  query,
  clock,
}: HandlerContext<typeof dashboardRoutes.moments>) => {
  const { viewer, directory } = principal;
  const { timeZone } = directory.company;
  const { dateStart, dateEnd } = query;
  const period =
    dateStart === undefined && dateEnd === undefined
      ? lastDays(DEFAULT_DAYS, timeZone, clock.now())
      : periodBetween(dateStart, dateEnd, timeZone, clock.now());
  const queues = query.showAll || query.queueIds === undefined ? undefined : new Set(query.queueIds);
  const isWanted = (ticket: TicketRow): boolean => {
    const day = localDay(timeZone, Date.parse(ticket.rowCreatedAt));
    return (
      period.first <= day &&
      day <= period.last &&
      (queues === undefined || (ticket.queueId !== null && queues.has(ticket.queueId))) &&
      (isAdmin(principal.user) || ticket.userId === viewer.id) &&
      canSeeTicket(ticket, viewer)
    );
  };
  const partitions = partitionsOf(query, principal);
  const rows: TicketRow[] = [];
  let after: string | undefined;
  for (let page = 1; page <= MAX_PAGES && rows.length < MOMENTS_MAX; page++) {
    const read = await readTicketPage(tableOf(principal), {
      partitions,
      queueCount: directory.queues.size,
      filter: isWanted,
      order: 'desc',
      after,
    });
    rows.push(...read.rows);
    after = read.next;
    // No ticket was active before it was created, so nothing before the period's first day can match.
    if (after === undefined || localDay(timeZone, Date.parse(after.split('#')[0] ?? '')) < period.first)
      break;
  }
  const tickets = await viewTickets(rows.slice(0, MOMENTS_MAX), principal);
  return { tickets, count: tickets.length };
};
