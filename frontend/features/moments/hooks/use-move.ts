import type { BodyInput } from '@prosa/shared/contracts/route.ts';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifyAction, notifyError, notifySuccess, notifyWarning } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { queueList } from '../../directory/queue-list.ts';
import { showConflict } from '../../tickets/dialogs-store.ts';
import { putTicket } from '../../tickets/put-ticket.ts';
import { viewerOf } from '../../tickets/viewer-of.ts';
import { type MoveTarget, planMove } from '../plan-move.ts';

/** Display time of the reason for a refused move, which takes longer to read than a confirmation. */
const REFUSAL_MS = 6_000;

/**
 * Returns a function that moves a ticket to an attendant, or to the waiting tickets. It says why a move is refused,
 * and offers an undo where nothing was sent to the customer.
 * @param onAsk called for a ticket whose queue has to be chosen first
 */
export const useMove = (onAsk: (ticket: TicketView, target: MoveTarget) => void) => {
  const { t } = useTranslation(['moments', 'common']);
  const user = useUser();
  const { data: queues = [] } = useQuery({ ...queueList, meta: { silent: true } });
  const viewer = viewerOf(user);

  const save = async (
    ticket: TicketView,
    body: BodyInput<typeof ticketRoutes.update>,
  ): Promise<TicketView | null> => {
    try {
      const saved = await call(ticketRoutes.update, { params: { id: ticket.id }, body });
      putTicket(queryClient, saved, viewer);
      return saved;
    } catch (error) {
      if (!showConflict(error)) notifyError(error);
      return null;
    }
  };

  return async (ticket: TicketView, target: MoveTarget | null): Promise<void> => {
    const move = planMove(ticket, target, {
      viewer,
      closingQueueIds: new Set(queues.filter(({ closeTicket }) => closeTicket).map(({ id }) => id)),
      tellsCustomer: user.company.companieSettings.sendMsgTransfTicket === 'enabled',
    });
    const name = target?.name ?? '';
    const contact = ticket.contact.name;
    switch (move.kind) {
      case 'none':
        return;
      case 'refused':
        notifyWarning(
          t(`refused.${move.reason}`, { name, contact, queue: ticket.queue?.name ?? '' }),
          REFUSAL_MS,
        );
        return;
      case 'ask':
        if (target !== null) onAsk(ticket, target);
        return;
      case 'move': {
        const saved = await save(ticket, move.change);
        if (saved === null) return;
        const done = target === null ? t('moved.waiting', { contact }) : t('moved.agent', { contact, name });
        const { undo } = move;
        if (undo === null) notifySuccess(done);
        else notifyAction(done, { label: t('common:undo'), run: () => void save(saved, undo) });
      }
    }
  };
};
