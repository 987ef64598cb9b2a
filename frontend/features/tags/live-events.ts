import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'tags'> = {
  tag: () => {
    invalidateSoon(tagRoutes.list);
    invalidateSoon(tagRoutes.listBrief);
  },
};

export default reducers;
