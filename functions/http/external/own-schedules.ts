import type { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  loadSchedule,
  type ScheduleRow,
  scheduleRemovalItems,
} from '../../repositories/tickets/schedules.ts';

/** Returns a schedule that was made with the connection's token. @throws AppError ERR_NO_SCHEDULE_FOUND */
const requireOwnSchedule = async (
  { companyId, connection }: ApiTokenPrincipal,
  id: number,
): Promise<ScheduleRow> => {
  const schedule = await loadSchedule(openTable(companyId), id);
  if (schedule?.tokenConnectionId !== connection.id) throw new AppError('ERR_NO_SCHEDULE_FOUND');
  return schedule;
};

/**
 * Returns the state of a schedule of the token's connection. One consistent read.
 * @throws AppError ERR_NO_SCHEDULE_FOUND for schedules of users and of other connections
 */
export const scheduleStatus: RouteHandler<typeof externalRoutes.scheduleStatus> = async (context) => {
  const schedule = await requireOwnSchedule(context.principal, context.params.id);
  const { id, status: state, sendAt, sentAt, failure, lastMessageId } = schedule;
  const error = failure === '' ? null : failure;
  return { id, state, sendAt, sentAt, error, messageId: lastMessageId === '' ? null : lastMessageId };
};

/**
 * Removes a schedule of the token's connection. One read and one transaction; a run that already started finds its
 * timer gone and does nothing.
 * @throws AppError ERR_NO_SCHEDULE_FOUND for schedules of users and of other connections, ERR_SCHEDULE_SENT
 */
export const cancelSchedule: RouteHandler<typeof externalRoutes.cancelSchedule> = async (context) => {
  const { principal, params, ids, clock } = context;
  await retryOnConflict(async () => {
    const schedule = await requireOwnSchedule(principal, params.id);
    if (schedule.status === 'sent') throw new AppError('ERR_SCHEDULE_SENT');
    const table = openTable(principal.companyId);
    await commit(scheduleRemovalItems(table, schedule, { ids, nowMs: clock.now() }));
  });
  return { status: 'SUCCESS' };
};
