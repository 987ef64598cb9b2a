import { shownFile } from '../../domain/media/shown-file.ts';
import { deleteObject, isStoredOf } from '../../platform/blob/blob.ts';
import { loadMessage } from '../../repositories/messages.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/**
 * Removes the file of a message that was deleted (S-44), or of a schedule, which names no message. One that a message shows
 * stays: the change that set the timer may have come late. Removing what is gone does nothing.
 */
export const removeFile: TimerHandler = async ({ table, timer }) => {
  const { companyId, subject: key, data } = timer;
  if (!isStoredOf(companyId, key)) throw new Error('a file of another company');
  const message = await loadMessage(table, String(data.messageId));
  if (shownFile(message) !== key) await deleteObject(key);
  return NOTHING_TO_DO;
};
