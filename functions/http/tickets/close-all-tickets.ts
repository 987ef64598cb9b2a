import type { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { canSeeTicket } from '@prosa/shared/rules/ticket-visibility.ts';
import { closeTicket } from '../../domain/turns/ticket-turns.ts';
import type { Moment } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { commitTurn } from '../../repositories/commit-turn.ts';
import {
  loadTicketSurroundings,
  loadTicketWithTracking,
  type TicketRow,
} from '../../repositories/tickets.ts';
import { tableOf } from './ticket-access.ts';

/** Closed per call: three reads and a transaction each, well within the function's time. */
const MAX_CLOSED = 50;
const PARALLEL = 5;

type Context = HandlerContext<typeof ticketRoutes.closeAll>;

/** Closes a ticket that is still what was asked for: the index that found it may lag behind its row. */
const closeOne = (
  principal: UserPrincipal,
  id: number,
  isMeant: (ticket: TicketRow) => boolean,
  momentNow: () => Moment,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const table = tableOf(principal);
    const loaded = await loadTicketWithTracking(table, id);
    if (loaded === undefined || !isMeant(loaded.ticket)) return false;
    const surroundings = await loadTicketSurroundings(table, loaded.ticket);
    const by = { userId: principal.userId, logType: 'closed' } as const;
    const moment = momentNow();
    await commitTurn(table, closeTicket({ ...loaded, ...surroundings }, by, moment), moment);
    return true;
  });

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
  const momentNow = (): Moment => ({ ids, nowMs: clock.now() });
  for (let start = 0; start < chosen.length; start += PARALLEL) {
    const results = await Promise.all(
      chosen.slice(start, start + PARALLEL).map(({ id }) => closeOne(principal, id, isMeant, momentNow)),
    );
    closed += results.filter(Boolean).length;
  }
  return { closed, more: found.length > chosen.length || pages.some(({ next }) => next !== undefined) };
};
