import type { TagRef } from '@prosa/shared/entities/tag.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';

/** A ticket in a column of the kanban board, out of the one it was in; in none without a column. The same object where it is there. */
export const inLane = (ticket: Ticket, lane: TagRef | undefined): Ticket => {
  const [shown] = ticket.tags;
  const isThere =
    ticket.laneId === (lane?.id ?? null) && shown?.name === lane?.name && shown?.color === lane?.color;
  return isThere ? ticket : { ...ticket, laneId: lane?.id ?? null, tags: lane === undefined ? [] : [lane] };
};
