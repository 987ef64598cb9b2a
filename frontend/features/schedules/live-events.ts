import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live-reducers.ts';

export const scheduleReducers: LiveReducers<'schedules'> = {
  schedule: () => {
    invalidateSoon(scheduleRoutes.list);
    invalidateSoon(scheduleRoutes.get);
  },
};
