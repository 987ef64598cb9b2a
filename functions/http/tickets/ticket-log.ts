import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { requireTicket, tableOf } from '../../conversations/ticket-access.ts';
import { queueRef, userRef } from '../../domain/presenters/present-ticket.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { TicketLog } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';

const MAX_ENTRIES = 200;

/** Returns a ticket's log, newest first, up to the newest 200 entries. Two reads in parallel. */
export const ticketLog = async ({ principal, params }: HandlerContext<typeof ticketRoutes.log>) => {
  const { directory } = principal;
  const [, page] = await Promise.all([
    requireTicket(principal, params.ticketId),
    tableOf(principal).query(TicketLog, {
      pk: keys.ticket({ id: params.ticketId }).pk,
      prefix: 'LOG#',
      order: 'desc',
      limit: MAX_ENTRIES,
      consistent: true,
    }),
  ]);
  // The id of a logged view holds the start of its ten-minute window.
  const entries = page.rows.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
  return entries.map((entry) => ({
    id: entry.id,
    type: entry.type,
    createdAt: entry.at,
    user: userRef(directory, entry.userId),
    queue: queueRef(directory, entry.queueId),
    campaign: entry.campaign,
  }));
};
