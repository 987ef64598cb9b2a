import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'queues'> = {
  queue: () => {
    invalidateSoon(queueRoutes.listBrief);
    invalidateSoon(queueRoutes.list);
  },
};

export default reducers;
