import { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live-reducers.ts';

export const quickMessageReducers: LiveReducers<'quick-messages'> = {
  quickMessage: () => {
    invalidateSoon(quickMessageRoutes.list);
    invalidateSoon(quickMessageRoutes.listBrief);
  },
};
