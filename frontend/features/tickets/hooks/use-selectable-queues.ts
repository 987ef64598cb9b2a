import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { useQuery } from '@tanstack/react-query';
import { LIVE, routeQuery } from '../../../lib/query.ts';
import { useUser } from '../../auth/hooks/use-user.ts';

type QueueRef = SessionUser['queues'][number];

/** The queues a person works with: one's own, or all of them for an administrator. */
export const useSelectableQueues = (): readonly QueueRef[] => {
  const user = useUser();
  const admin = user.profile === 'admin' || user.super;
  const { data } = useQuery({
    ...routeQuery(queueRoutes.list, {}),
    staleTime: LIVE,
    enabled: admin,
    meta: { silent: true },
  });
  return admin ? (data ?? user.queues) : user.queues;
};
