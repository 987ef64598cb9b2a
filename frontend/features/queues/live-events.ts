import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live-reducers.ts';

export const queueReducers: LiveReducers<'queues'> = {
  queue: () => {
    invalidateSoon(queueRoutes.listBrief);
    invalidateSoon(queueRoutes.list);
  },
};
