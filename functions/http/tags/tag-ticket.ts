import type { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { inLane } from '../../domain/tickets/in-lane.ts';
import { type Moment, turnOn, withTicket } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { commitTurn, committedTicket } from '../../repositories/commit-turn.ts';
import { tagRefOf } from '../../repositories/tagged-contacts.ts';
import { requireTicket, tableOf, viewTicket } from '../tickets/ticket-access.ts';
import { requireTag } from './list-tags.ts';

/** Moves a ticket that the caller sees; where it is there already nothing is written. One read, and one transaction. */
const moveTicket = async (
  principal: UserPrincipal,
  ticketId: number,
  lane: () => Promise<TagRef | undefined>,
  moment: Moment,
) => {
  const ticket = await retryOnConflict(async () => {
    const before = await requireTicket(principal, ticketId);
    const column = await lane();
    if (inLane(before, column) === before) return before;
    const turn = withTicket(turnOn(before), (ticket) => inLane(ticket, column));
    return committedTicket(await commitTurn(tableOf(principal), turn, moment));
  });
  return viewTicket(ticket, principal);
};

/** A ticket's column of the board: in one transaction out of the old one and into the new, so that it is never in two. */
export const setTicketTag: RouteHandler<typeof tagRoutes.setOnTicket> = async ({
  principal,
  params,
  ids,
  clock,
}) => {
  const { ticketId, tagId } = params;
  const lane = async () => {
    const tag = await requireTag(tableOf(principal), tagId);
    if (!tag.kanban) throw new AppError('ERR_NO_TAG_FOUND');
    return tagRefOf(tag);
  };
  const ticket = await moveTicket(principal, ticketId, lane, { ids, nowMs: clock.now() });
  return { ticketId, tagId, ticket };
};

export const clearTicketTags: RouteHandler<typeof tagRoutes.clearFromTicket> = async ({
  principal,
  params,
  ids,
  clock,
}) => ({
  ticket: await moveTicket(principal, params.ticketId, async () => undefined, { ids, nowMs: clock.now() }),
});
