import type { TagRef } from '@prosa/shared/entities/tag.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';

/**
 * Returns a ticket in another column of the kanban board, or in no column. The same object if nothing changes. A column
 * that only got another name or colour keeps the time since when the ticket is in it.
 * @param at now (ISO)
 */
export const inLane = (ticket: Ticket, lane: TagRef | undefined, at: string): Ticket => {
  const [shown] = ticket.tags;
  if (lane === undefined)
    return ticket.laneId === null && shown === undefined
      ? ticket
      : { ...ticket, laneId: null, laneAt: null, tags: [] };
  const { id, name, color } = lane;
  const isThere = ticket.laneId === id;
  return isThere && shown?.name === name && shown.color === color
    ? ticket
    : { ...ticket, laneId: id, laneAt: isThere ? ticket.laneAt : at, tags: [{ id, name, color }] };
};
