import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { listStore, START, setList } from '../list-store.ts';
import { readListLink } from '../read-list-link.ts';

/** Restores the user's own queue selection and saves changes of it, and applies the list of a shared link. */
export const useListMemory = (): void => {
  const { id } = useUser();
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    setList({ ...START, queueIds: readStored('ticketQueues')?.[id] ?? null });
    return listStore.subscribe(({ queueIds }, before) => {
      if (queueIds === before.queueIds) return;
      const { [id]: _mine, ...others } = readStored('ticketQueues') ?? {};
      writeStored('ticketQueues', queueIds === null ? others : { ...others, [id]: queueIds });
    });
  }, [id]);
  useEffect(() => {
    const shared = readListLink(params);
    if (shared === undefined) return;
    setList(shared);
    // The address would be wrong as soon as the user changes a filter.
    setParams({}, { replace: true });
  }, [params, setParams]);
};
