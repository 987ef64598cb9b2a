import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../../lib/api/query.ts';
import type { AccountHealth } from '../account-warnings.ts';

/** It is told every few minutes, and no event says that it was. */
const REFRESH_MS = 60_000;

/** How the accounts are doing, by connection; looked after while the screen shows them. */
export const useAccountHealth = (): ReadonlyMap<number, AccountHealth> => {
  const { data = [] } = useQuery({
    ...routeQuery(connectionRoutes.health, {}),
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });
  return new Map(data.map((health) => [health.id, health]));
};
