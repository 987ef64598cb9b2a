import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../../lib/api/query.ts';
import { notifyAction, notifyError, notifyInfo } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { putTicket } from '../../tickets/put-ticket.ts';
import { setLane } from '../../tickets/set-lane.ts';
import { viewerOf } from '../../tickets/viewer-of.ts';
import { laneOf, NO_LANE } from '../on-board.ts';
import { addMove, dropMove, type PendingMove, shownLaneOf } from '../pending-moves.ts';
import { cardById, putMoved } from '../put-on-board.ts';

/**
 * Returns a function that moves a ticket into a column. The board shows the move before the server confirms it; the
 * notice offers an undo. A refused move is taken back, with the reason.
 */
export const useMoveCard = () => {
  const { t } = useTranslation(['kanban', 'common']);
  const user = useUser();

  const { mutateAsync: save } = useMutation({
    // Saves moves one after the other, so that the last of several moves of a ticket wins.
    scope: { id: tagRoutes.setOnTicket.id },
    // Without a network, the move is refused at once.
    networkMode: 'always',
    meta: { silent: true },
    mutationFn: ({ ticket, laneId }: PendingMove) => setLane(ticket, laneId === NO_LANE ? null : laneId),
  });

  const move = async (ticket: TicketView, laneId: number): Promise<TicketView | null> => {
    const pending = { ticket, laneId };
    addMove(pending);
    try {
      const saved = await save(pending);
      putTicket(queryClient, saved, viewerOf(user));
      putMoved({ client: queryClient, user }, saved);
      return saved;
    } catch (error) {
      notifyError(error);
      return null;
    } finally {
      dropMove(pending);
    }
  };

  const undo = async (moved: TicketView, laneId: number): Promise<void> => {
    const now = cardById(queryClient, moved.id) ?? moved;
    if (laneOf(now) === laneOf(moved)) await move(now, laneId);
    else notifyInfo(t('movedMeanwhile', { name: moved.contact.name }));
  };

  return async (ticket: TicketView, laneId: number): Promise<void> => {
    const from = shownLaneOf(ticket);
    if (from === laneId) return;
    const saved = await move(ticket, laneId);
    if (saved === null) return;
    notifyAction(laneId === NO_LANE ? t('removed') : t('moved'), {
      label: t('common:undo'),
      run: () => void undo(saved, from),
    });
  };
};
