import { assistantCorrectionRoutes } from '@prosa/shared/contracts/assistant-corrections.ts';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** Query of an assistant's corrections, for administrators with the plan's feature; live events keep it up to date. */
export const correctionList = (assistantId: number) => ({
  ...routeQuery(assistantCorrectionRoutes.corrections, { params: { id: assistantId } }),
  staleTime: LIVE,
});

/** Refetches the corrections after the user's own change. */
export const refetchCorrections = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(assistantCorrectionRoutes.corrections) });
