import { flowPhraseRoutes } from '@prosa/shared/contracts/flow-phrases.ts';
import { queryClient, routeKey } from '../../lib/api/query.ts';

/** Refetches the phrases after the user's own change. */
export const refreshPhrases = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(flowPhraseRoutes.listPhrases) });
