import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { call } from '../../lib/api/api-client.ts';

/**
 * Moves a ticket into a column of the kanban board, out of the one it was in.
 * @param laneId null for no column
 */
export const setLane = async (
  { id: ticketId }: Pick<TicketView, 'id'>,
  laneId: number | null,
): Promise<TicketView> => {
  const { ticket } =
    laneId === null
      ? await call(tagRoutes.clearFromTicket, { params: { ticketId } })
      : await call(tagRoutes.setOnTicket, { params: { ticketId, tagId: laneId } });
  return ticket;
};
