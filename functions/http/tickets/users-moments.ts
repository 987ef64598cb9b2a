import type { TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { canSeeTicket, canWatchTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import { watchedView } from '../../domain/presenters/present-ticket.ts';
import { condenseRuns, planWatchedTickets } from '../../domain/tickets/plan-ticket-list.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { readNewestTickets } from '../../repositories/tickets/newest-tickets.ts';

/**
 * Lists the tickets of the attendance panel, the latest activity last; those that the caller may not see without their
 * last message. See `readNewestTickets` for what it costs. If there are more than the panel shows, it shows those with the
 * most recent activity.
 */
export const listUsersMoments = async ({
  principal,
}: HandlerContext<typeof ticketRoutes.usersMoments>): Promise<TicketView[]> => {
  const { viewer, directory } = principal;
  const { rows } = await readNewestTickets(tableOf(principal), {
    runs: condenseRuns(planWatchedTickets(viewer, [...directory.queues.keys()]), directory.queues.size),
    filter: (ticket) => canWatchTicket(ticket, viewer),
    limit: PANEL_TICKETS_MAX,
  });
  const shown = rows.toReversed();
  const hidden = new Set(shown.filter((ticket) => !canSeeTicket(ticket, viewer)).map(({ id }) => id));
  const views = await viewTickets(shown, principal);
  return views.map((view) => (hidden.has(view.id) ? watchedView(view) : view));
};
