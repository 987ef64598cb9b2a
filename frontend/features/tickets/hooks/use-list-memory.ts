import { useEffect } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { listStore, START, setList } from '../list-store.ts';

/** Restores the user's own queue selection, and saves changes of it. */
export const useListMemory = (): void => {
  const { id } = useUser();
  useEffect(() => {
    setList({ ...START, queueIds: readStored('ticketQueues')?.[id] ?? null });
    return listStore.subscribe(({ queueIds }, before) => {
      if (queueIds === before.queueIds) return;
      const { [id]: _mine, ...others } = readStored('ticketQueues') ?? {};
      writeStored('ticketQueues', queueIds === null ? others : { ...others, [id]: queueIds });
    });
  }, [id]);
};
