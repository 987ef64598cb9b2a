import type { ScheduleInput, scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hideNumbersOf, hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { newSchedule, type SaveSchedule, savedSchedule } from '../../domain/schedules/change-schedule.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Schedule } from '../../platform/table/entities/schedules.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { nextId } from '../../platform/table/updates.ts';
import { loadContact } from '../../repositories/contacts.ts';
import { countCreation } from '../../repositories/creation-limits.ts';
import { scheduleItem, scheduleTimerItem } from '../../repositories/schedules.ts';
import { tableOf } from '../tickets/ticket-access.ts';
import { changeSchedule, viewSchedule } from './schedule-access.ts';

/** What a schedule names must be the company's. @throws AppError of what is not */
const requireNamed = async (principal: UserPrincipal, input: ScheduleInput): Promise<SaveSchedule> => {
  const { directory, userId, viewer } = principal;
  const contact = await loadContact(tableOf(principal), input.contactId);
  if (contact === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  if (contact.isGroup && !viewer.allowGroup) throw new AppError('ERR_NO_PERMISSION');
  if (input.ticketUserId !== null && directory.users.get(input.ticketUserId)?.active !== true)
    throw new AppError('ERR_NO_USER_FOUND');
  if (input.queueId !== null && !directory.queues.has(input.queueId))
    throw new AppError('ERR_NO_QUEUE_FOUND');
  if (input.whatsappId !== null && !directory.connections.has(input.whatsappId))
    throw new AppError('ERR_NO_WAPP_FOUND');
  return { input, contact, userId, timeZone: directory.company.timeZone };
};

/** The number's counter, one read, two writes that count it, and one transaction: the schedule with the timer that sends it. */
export const createSchedule = async ({
  principal,
  body,
  ids,
  clock,
}: HandlerContext<typeof scheduleRoutes.create>) => {
  const table = tableOf(principal);
  const save = await requireNamed(principal, body);
  const nowMs = clock.now();
  await countCreation('schedule', principal, nowMs);
  const schedule = newSchedule(await nextId(table, 'schedule'), save);
  const put = scheduleItem(table, undefined, schedule, nowMs);
  await commit([put, scheduleTimerItem(table, schedule, { ids, nowMs })]);
  return viewSchedule(parseRow(Schedule, put.item), principal, nowMs);
};

/** A text that was shown with digits hidden, and is sent back as it was, changes nothing. */
const unmasked = (principal: UserPrincipal, save: SaveSchedule, stored: string): SaveSchedule => {
  const { directory, user } = principal;
  const isShown =
    hidesNumbers(directory.settings, user) && hideNumbersOf(save.contact).text(stored) === save.input.body;
  return isShown ? { ...save, input: { ...save.input, body: stored } } : save;
};

/** Two reads and one transaction: the schedule with a new timer, so that what already fires does nothing. */
export const updateSchedule = async ({
  principal,
  params,
  body,
  ids,
  clock,
}: HandlerContext<typeof scheduleRoutes.update>) => {
  const table = tableOf(principal);
  const nowMs = clock.now();
  const schedule = await changeSchedule(
    principal,
    params.id,
    nowMs,
    async (before) => {
      const save = await requireNamed(principal, body);
      return savedSchedule(before, unmasked(principal, save, before.body));
    },
    (_before, after) => [scheduleTimerItem(table, after, { ids, nowMs })],
  );
  return viewSchedule(schedule, principal, nowMs);
};
