import type { TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { canSeeTicket, canWatchTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { tableOf, viewTickets } from '../../conversations/ticket-access.ts';
import { watchedView } from '../../domain/presenters/present-ticket.ts';
import { planWatchedTickets } from '../../domain/tickets/plan-ticket-list.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { readTicketPage } from '../../repositories/tickets/ticket-lists.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/**
 * Maximum of pages read. Full pages are enough for the panel; pages that are not full have skipped hundreds of
 * tickets of other queues.
 */
const MAX_PAGES = 20;

/**
 * Lists the tickets of the attendance panel, the latest activity last; those that the caller may not see without their
 * last message. Ten read units for every 40 tickets, see
 * `readTicketPage`. If there are more than the panel shows, it shows those with the most recent activity.
 */
export const listUsersMoments = async ({
  principal,
}: HandlerContext<typeof ticketRoutes.usersMoments>): Promise<TicketView[]> => {
  const { viewer, directory } = principal;
  const partitions = planWatchedTickets(viewer, [...directory.queues.keys()]);
  const rows: TicketRow[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < MAX_PAGES && rows.length < PANEL_TICKETS_MAX; pages++) {
    const page = await readTicketPage(tableOf(principal), {
      partitions,
      queueCount: directory.queues.size,
      filter: (ticket) => canWatchTicket(ticket, viewer),
      order: 'desc',
      after,
    });
    rows.push(...page.rows);
    after = page.next;
    if (after === undefined) break;
  }
  const shown = rows.slice(0, PANEL_TICKETS_MAX).reverse();
  const hidden = new Set(shown.filter((ticket) => !canSeeTicket(ticket, viewer)).map(({ id }) => id));
  const views = await viewTickets(shown, principal);
  return views.map((view) => (hidden.has(view.id) ? watchedView(view) : view));
};
