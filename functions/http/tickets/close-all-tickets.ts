import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { closeTicket } from '../../conversations/close-ticket.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';

/** Maximum of tickets closed per call, at three reads and a transaction each: well within the function's timeout. */
const MAX_CLOSED = 50;
const PARALLEL = 5;

type Context = HandlerContext<typeof ticketRoutes.closeAll>;

/** Closes the oldest tickets of a status in the selected queues, up to fifty; `more` tells whether some are left. */
export const closeAllTickets = async ({ principal, body, ids, clock }: Context) => {
  const { directory, viewer } = principal;
  const queueIds = [...new Set(body.selectedQueueIds)];
  if (queueIds.some((id) => !directory.queues.has(id))) throw new AppError('ERR_NO_QUEUE_FOUND');
  const table = tableOf(principal);
  const isMeant = (ticket: TicketRow): boolean =>
    ticket.status === body.status &&
    ticket.queueId !== null &&
    queueIds.includes(ticket.queueId) &&
    canSeeTicket(ticket, viewer);
  const place = { status: body.status, activityAt: '', id: 0 };
  const pages = await Promise.all(
    queueIds.map((queueId) =>
      table.query(Ticket, {
        index: 'g1',
        pk: keys.ticketByQueue({ ...place, queueId }).pk,
        limit: MAX_CLOSED,
        lookAhead: true,
        filter: isMeant,
      }),
    ),
  );
  const found = pages.flatMap(({ rows }) => rows).sort((a, b) => (a.activityAt < b.activityAt ? -1 : 1));
  const chosen = found.slice(0, MAX_CLOSED);
  let closed = 0;
  const by = { userId: principal.userId, logType: 'closed' } as const;
  const closeOne = ({ id }: TicketRow): Promise<boolean> =>
    closeTicket({ ids, clock }, asAttendant(principal), id, by, isMeant);
  for (let start = 0; start < chosen.length; start += PARALLEL) {
    const results = await Promise.all(chosen.slice(start, start + PARALLEL).map(closeOne));
    closed += results.filter(Boolean).length;
  }
  return { closed, more: found.length > chosen.length || pages.some(({ next }) => next !== undefined) };
};
