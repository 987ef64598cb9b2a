import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../auth/hooks/use-user.ts';
import { queueList } from '../../directory/queue-list.ts';

type QueueRef = SessionUser['queues'][number];

/** The queues a person works with: one's own, or all of them for an administrator. */
export const useSelectableQueues = (): readonly QueueRef[] => {
  const user = useUser();
  const admin = user.profile === 'admin' || user.super;
  const { data } = useQuery({
    ...queueList,
    enabled: admin,
    meta: { silent: true },
  });
  return admin ? (data ?? user.queues) : user.queues;
};
