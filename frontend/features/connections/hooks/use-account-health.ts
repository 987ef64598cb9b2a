import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../../lib/api/query.ts';
import type { AccountHealth } from '../account-warnings.ts';

/** Refetch interval: health reports arrive every few minutes, and no event announces them. */
const REFRESH_MS = 60_000;

/** Returns the accounts' health by connection; refetched while the screen is open. */
export const useAccountHealth = (): ReadonlyMap<number, AccountHealth> => {
  const { data = [] } = useQuery({
    ...routeQuery(connectionRoutes.health, {}),
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });
  return new Map(data.map((health) => [health.id, health]));
};
