import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import i18next from 'i18next';
import { confirm } from '../../components/confirm-dialog.tsx';
import { call } from '../../lib/api/api-client.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import { notifyError, notifySuccess } from '../../lib/screen/notify.ts';

type Closable = 'open' | 'pending' | 'group';

/**
 * Closes all tickets of a status in some queues, after a confirmation that names them. The server closes in batches.
 */
export const closeAllTickets = async (
  status: Closable,
  queues: readonly { id: number; name: string }[],
): Promise<void> => {
  const t = i18next.getFixedT(null, 'tickets');
  const yes = await confirm({
    title: t('closeAll.title'),
    body: t('closeAll.body', {
      status: t(`tab.${status}`).toLowerCase(),
      queues: queues.map(({ name }) => name).join(', '),
    }),
    confirmLabel: t('closeAll.confirm'),
    cancelLabel: t('closeAll.cancel'),
    danger: true,
  });
  if (!yes) return;
  try {
    let closed = 0;
    let more = true;
    while (more) {
      const answer = await call(ticketRoutes.closeAll, {
        body: { status, selectedQueueIds: queues.map(({ id }) => id) },
      });
      closed += answer.closed;
      // Stops when a batch closed nothing, because otherwise the loop would never end.
      more = answer.more && answer.closed > 0;
    }
    notifySuccess(t('closeAll.done', { count: closed }));
  } catch (error) {
    notifyError(error);
  }
  invalidateSoon(ticketRoutes.list);
};
