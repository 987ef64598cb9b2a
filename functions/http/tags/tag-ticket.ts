import type { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { act, type Ports } from '../../conversations/act.ts';
import { asAttendant } from '../../conversations/actor.ts';
import { tagRefOf } from '../../conversations/follow-tag.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { tableOf, viewTicket } from '../../conversations/ticket-access.ts';
import { inLane } from '../../domain/tickets/in-lane.ts';
import { instantOf, turnOn, withTicket } from '../../domain/turns/turn.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { requireTag } from './list-tags.ts';

/**
 * Moves a ticket that the caller may see to a column; writes nothing if it is already there. One read and one
 * transaction.
 */
const moveTicket = async (
  principal: UserPrincipal,
  ticketId: number,
  lane: () => Promise<TagRef | undefined>,
  ports: Ports,
) => {
  const open = async () => {
    const scene = await openScene.byTicket(asAttendant(principal), ticketId);
    return { ...scene, column: await lane() };
  };
  const { scene, done } = await act(ports, open, ({ ticket, column }, _world, moment) => {
    const after = inLane(ticket, column, instantOf(moment));
    return after === ticket ? undefined : withTicket(turnOn(ticket), () => after);
  });
  return viewTicket(done?.ticket ?? scene.ticket, principal);
};

/**
 * Sets a ticket's kanban column. One transaction removes it from the old column and adds it to the new one, so that
 * it is never in two.
 */
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
  const ticket = await moveTicket(principal, ticketId, lane, { ids, clock });
  return { ticketId, tagId, ticket };
};

export const clearTicketTags: RouteHandler<typeof tagRoutes.clearFromTicket> = async ({
  principal,
  params,
  ids,
  clock,
}) => ({
  ticket: await moveTicket(principal, params.ticketId, async () => undefined, { ids, clock }),
});
