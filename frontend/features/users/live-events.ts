import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'users'> = {
  user: () => {
    invalidateSoon(userRoutes.list);
    invalidateSoon(userRoutes.listBrief);
  },
};

export default reducers;
