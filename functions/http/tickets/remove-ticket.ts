import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { removeTicketWithStory } from '../../conversations/remove-ticket.ts';
import { requireTicket, tableOf } from '../../conversations/ticket-access.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { auditItem } from '../../repositories/rows/audit.ts';

/**
 * Removes a ticket permanently, with its log, notes and attendance; see {@link removeTicketWithStory} for its
 * messages.
 */
export const removeTicket = async ({
  principal,
  params,
  request,
  ids,
  clock,
}: HandlerContext<typeof ticketRoutes.remove>) => {
  const table = tableOf(principal);
  await retryOnConflict(async () => {
    const ticket = await requireTicket(principal, params.id);
    const moment = { ids, nowMs: clock.now() };
    const entry = auditItem(table, { ...moment, principal, request }, 'tickets.remove', {
      id: ticket.id,
      before: ticket,
    });
    await removeTicketWithStory(table, ticket, moment, [entry]);
  });
  return { message: 'ticket deleted' };
};
