import type { TagRef } from '@prosa/shared/entities/tag.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';

/** Returns a ticket in another column of the kanban board, or in no column. The same object if nothing changes. */
export const inLane = (ticket: Ticket, lane: TagRef | undefined): Ticket => {
  const [shown] = ticket.tags;
  const isThere =
    ticket.laneId === (lane?.id ?? null) && shown?.name === lane?.name && shown?.color === lane?.color;
  return isThere ? ticket : { ...ticket, laneId: lane?.id ?? null, tags: lane === undefined ? [] : [lane] };
};
