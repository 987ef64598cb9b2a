import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'schedules'> = {
  schedule: () => {
    invalidateSoon(scheduleRoutes.list);
    invalidateSoon(scheduleRoutes.get);
  },
};

export default reducers;
