import { flowPhraseRoutes } from '@prosa/shared/contracts/flow-phrases.ts';
import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'flows'> = {
  flow: () => {
    invalidateSoon(flowRoutes.list);
    // Phrases show the names of their flows.
    invalidateSoon(flowPhraseRoutes.listPhrases);
  },
  flowPhrase: () => invalidateSoon(flowPhraseRoutes.listPhrases),
};

export default reducers;
