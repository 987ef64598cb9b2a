import { shownFile } from '../../domain/media/shown-file.ts';
import { deleteObject } from '../../platform/blob/blob.ts';
import { isStoredOf } from '../../platform/blob/file-keys.ts';
import type { Table } from '../../platform/table/table.ts';
import type { TimerOf } from '../../platform/timers/timer-kinds.ts';
import { forgetFlowFile } from '../../repositories/flows/flow-files.ts';
import { loadAnnouncement } from '../../repositories/organisation/announcements.ts';
import { loadFileList } from '../../repositories/organisation/file-lists.ts';
import { loadQuickMessage } from '../../repositories/organisation/quick-messages.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/** Returns the files that the owner of this file has now. */
const filesNow = async (
  table: Table,
  { subject, data }: TimerOf<'file-removal'>,
): Promise<(string | undefined)[]> => {
  const { messageId, quickMessageId, fileListId, announcementId, flowFile } = data;
  if (flowFile !== undefined) return (await forgetFlowFile(table, flowFile)) ? [] : [subject];
  if (quickMessageId !== undefined) return [(await loadQuickMessage(table, quickMessageId))?.media?.key];
  if (fileListId !== undefined)
    return ((await loadFileList(table, fileListId))?.options ?? []).map(({ media }) => media?.key);
  if (announcementId !== undefined) return [(await loadAnnouncement(announcementId))?.media?.key];
  return messageId === undefined ? [] : [shownFile(await loadMessage(table, messageId))];
};

/**
 * Removes the file of a message, quick message, file list or announcement that was deleted or got another file (S-44), a
 * file that no flow uses, or that of a schedule or a removed contact, which name no message. A file still in use stays, because the change that set the timer may have come late. Idempotent.
 */
export const removeFile: TimerHandler<'file-removal'> = async ({ system, table, timer }) => {
  const { subject: key } = timer;
  if (!isStoredOf(system.companyId, key)) throw new Error('a file of another company');
  if (!(await filesNow(table, timer)).includes(key)) await deleteObject(key);
  return NOTHING_TO_DO;
};
