import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { useRef } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { queueTable, refreshQueues } from '../../directory/queue-list.ts';

/**
 * Returns a function that moves a queue to another position. The move is shown immediately; moves are saved one after
 * the other, and of several waiting moves only the last. Refetches the queues after success or failure.
 */
export const useQueueOrder = () => {
  const { t } = useTranslation('queues');
  const wanted = useRef<number[] | null>(null);
  const isSaving = useRef(false);

  const save = async (): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      while (wanted.current !== null) {
        const queueIds = wanted.current;
        wanted.current = null;
        await call(queueRoutes.reorder, { body: { queueIds } });
      }
      notifySuccess(t('order.saved'));
    } catch (error) {
      wanted.current = null;
      notifyError(error);
    } finally {
      isSaving.current = false;
    }
    await refreshQueues();
  };

  /** Returns the new position, from 1; undefined when the queue does not move. */
  return (id: number, toIndex: number): { place: number; of: number } | undefined => {
    const rows = queryClient.getQueryData(queueTable.queryKey) ?? [];
    const from = rows.findIndex((queue) => queue.id === id);
    const queue = rows[from];
    const index = Math.max(0, Math.min(rows.length - 1, toIndex));
    if (queue === undefined || index === from) return undefined;
    const next = rows.toSpliced(from, 1).toSpliced(index, 0, queue);
    void queryClient.cancelQueries({ queryKey: queueTable.queryKey });
    queryClient.setQueryData(
      queueTable.queryKey,
      next.map((row, at) => ({ ...row, orderQueue: at + 1 })),
    );
    wanted.current = next.map((row) => row.id);
    void save();
    return { place: index + 1, of: rows.length };
  };
};
