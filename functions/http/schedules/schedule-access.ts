import type { ScheduleView } from '@prosa/shared/contracts/schedules.ts';
import type { Schedule } from '@prosa/shared/entities/schedule.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { mayChangeSchedule } from '@prosa/shared/rules/schedule-rights.ts';
import { presentationFor, tableOf } from '../../conversations/ticket-access.ts';
import { presentSchedule } from '../../domain/schedules/present-schedule.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { Schedule as ScheduleEntity } from '../../platform/table/entities/schedules.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { loadSchedule, type ScheduleRow, scheduleItem } from '../../repositories/tickets/schedules.ts';

/** Returns schedules as this caller sees them. */
export const viewSchedules = async (
  schedules: readonly ScheduleRow[],
  principal: UserPrincipal,
  nowMs: number,
): Promise<ScheduleView[]> => {
  const link = await mediaLinker(nowMs);
  const shown = { names: principal.directory, link, presentation: presentationFor(principal) };
  return schedules.map((schedule) => presentSchedule(schedule, shown));
};

/** Returns a schedule as this caller sees it. */
export const viewSchedule = async (
  schedule: ScheduleRow,
  principal: UserPrincipal,
  nowMs: number,
): Promise<ScheduleView> => {
  const [view] = await viewSchedules([schedule], principal, nowMs);
  if (view === undefined) throw new Error('a schedule was not presented');
  return view;
};

/** Returns a schedule; all users of the company may see it. @throws AppError ERR_NO_SCHEDULE_FOUND */
export const requireSchedule = async (principal: UserPrincipal, id: number): Promise<ScheduleRow> => {
  const schedule = await loadSchedule(tableOf(principal), id);
  if (schedule === undefined) throw new AppError('ERR_NO_SCHEDULE_FOUND');
  return schedule;
};

/**
 * Returns a schedule that the caller may change.
 * @throws AppError ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION
 */
export const requireChangeable = async (principal: UserPrincipal, id: number): Promise<ScheduleRow> => {
  const schedule = await requireSchedule(principal, id);
  if (!mayChangeSchedule(schedule, principal.user)) throw new AppError('ERR_NO_PERMISSION');
  return schedule;
};

/**
 * Changes a schedule. If it fires at the same moment, the change is decided again on the new row. One read and one
 * transaction.
 * @param also further items of the transaction
 * @throws AppError ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, and what `change` throws
 */
export const changeSchedule = (
  principal: UserPrincipal,
  id: number,
  nowMs: number,
  change: (before: ScheduleRow) => Promise<Schedule> | Schedule,
  also: (before: ScheduleRow, after: Schedule) => WriteItem[] = () => [],
): Promise<ScheduleRow> =>
  retryOnConflict(async () => {
    const before = await requireChangeable(principal, id);
    const after = await change(before);
    const put = scheduleItem(tableOf(principal), before, after, nowMs);
    await commit([put, ...also(before, after)]);
    return parseRow(ScheduleEntity, put.item);
  });
