import type { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import type { Schedule } from '@prosa/shared/entities/schedule.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hideNumbersOf } from '@prosa/shared/rules/hide-numbers.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import { requireUnsent } from '../../domain/schedules/change-schedule.ts';
import { deleteObject, putObject } from '../../platform/blob/blob.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { releasePictureItems } from '../../repositories/tickets/schedules.ts';
import { readSchedulePicture } from './read-schedule-picture.ts';
import { changeSchedule, requireChangeable, viewSchedule } from './schedule-access.ts';

type Context = HandlerContext<typeof scheduleRoutes.setMedia | typeof scheduleRoutes.removeMedia>;

/** Sets or removes the picture of a schedule and discards the previous picture. */
const changeMedia = async (
  { principal, params, ids, clock }: Pick<Context, 'principal' | 'params' | 'ids' | 'clock'>,
  media: Schedule['media'],
) => {
  const nowMs = clock.now();
  const schedule = await changeSchedule(
    principal,
    params.id,
    nowMs,
    (before) => {
      requireUnsent(before);
      return { ...before, media };
    },
    (before) => releasePictureItems(tableOf(principal), before, { ids, nowMs }),
  );
  return viewSchedule(schedule, principal, nowMs);
};

/**
 * Sets the picture of a schedule.
 * @throws AppError ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_SCHEDULE_SENT, and for a file that is not an
 * accepted picture
 */
export const setMedia = async (context: HandlerContext<typeof scheduleRoutes.setMedia>) => {
  const { principal, params, files, ids } = context;
  const schedule = await requireChangeable(principal, params.id);
  requireUnsent(schedule);
  const { bytes, mimeType, fileName } = readSchedulePicture(files, 'file');
  const key = storedKey(principal.companyId, ids.uuid());
  await putObject(key, bytes, mimeType, hideNumbersOf(schedule.contact).text(fileName));
  try {
    return await changeMedia(context, { key, mimeType, fileName, size: bytes.byteLength });
  } catch (error) {
    // After any other error the schedule may refer to the picture.
    if (error instanceof AppError) await deleteObject(key);
    throw error;
  }
};

export const removeMedia = (context: HandlerContext<typeof scheduleRoutes.removeMedia>) =>
  changeMedia(context, null);
