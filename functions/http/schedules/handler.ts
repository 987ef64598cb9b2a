import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { routes } from './function.ts';
import { listSchedules } from './list-schedules.ts';
import { removeSchedule } from './remove-schedule.ts';
import { createSchedule, updateSchedule } from './save-schedule.ts';
import { requireSchedule, viewSchedule } from './schedule-access.ts';
import { removeMedia, setMedia } from './schedule-media.ts';

export const handler = bindRoutes(routes, {
  list: listSchedules,
  get: async ({ principal, params, clock }) =>
    viewSchedule(await requireSchedule(principal, params.id), principal, clock.now()),
  create: createSchedule,
  update: updateSchedule,
  remove: removeSchedule,
  setMedia,
  removeMedia,
});
