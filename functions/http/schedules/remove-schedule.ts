import type { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { scheduleRemovalItems } from '../../repositories/tickets/schedules.ts';
import { requireChangeable } from './schedule-access.ts';

/**
 * Removes a schedule. One read and one transaction; a run that already started finds its timer gone and does nothing.
 */
export const removeSchedule = async ({
  principal,
  params,
  ids,
  clock,
}: HandlerContext<typeof scheduleRoutes.remove>) => {
  await retryOnConflict(async () => {
    const schedule = await requireChangeable(principal, params.id);
    await commit(scheduleRemovalItems(tableOf(principal), schedule, { ids, nowMs: clock.now() }));
  });
  return { message: 'Schedule deleted' };
};
