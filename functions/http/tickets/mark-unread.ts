import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { turnOn, withTicket } from '../../domain/turns/turn.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { commitTurn, committedTicket } from '../../repositories/commit-turn.ts';
import { requireTicket, tableOf, viewTicket } from './ticket-access.ts';

/** Marks a ticket unread that has nothing unread: one read and, where it changes anything, one transaction. */
export const markTicketUnread = async ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof ticketRoutes.markUnread>) => {
  const ticket = await retryOnConflict(async () => {
    const found = await requireTicket(principal, params.id);
    if (found.status === 'closed') throw new AppError('ERR_TICKET_TRANSITION');
    if (found.unreadMessages > 0) return found;
    const turn = withTicket(turnOn(found), (before) => ({ ...before, unreadMessages: 1 }));
    return committedTicket(await commitTurn(tableOf(principal), turn, { ids, nowMs: clock.now() }));
  });
  return viewTicket(ticket, principal);
};
