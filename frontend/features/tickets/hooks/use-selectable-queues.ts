import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../auth/hooks/use-user.ts';
import { queueList } from '../../directory/queue-list.ts';

type QueueRef = SessionUser['queues'][number];

/** Returns the user's own queues, or all queues for an administrator. */
export const useSelectableQueues = (): readonly QueueRef[] => {
  const user = useUser();
  const admin = isAdmin(user);
  const { data } = useQuery({
    ...queueList,
    enabled: admin,
    meta: { silent: true },
  });
  return admin ? (data ?? user.queues) : user.queues;
};
