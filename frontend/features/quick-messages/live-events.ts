import { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'quick-messages'> = {
  quickMessage: () => {
    invalidateSoon(quickMessageRoutes.list);
    invalidateSoon(quickMessageRoutes.listBrief);
  },
};

export default reducers;
