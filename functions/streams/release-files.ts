import { releasedFiles } from '../domain/media/shown-file.ts';
import { systemClock } from '../platform/clock.ts';
import { systemIds } from '../platform/ids.ts';
import { openTable } from '../platform/table/table.ts';
import { writeBatch } from '../platform/table/write-batch.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../platform/timers/set-timer.ts';
import type { ChangeOf } from './read-changes.ts';

type MessageChange = ChangeOf<'message'>;

const releasedBy = ({ before, between, after }: MessageChange): string[] =>
  releasedFiles([before, ...between], after);

export const releasesFile = (change: MessageChange): boolean => releasedBy(change).length > 0;

/**
 * Schedules the removal of the files of deleted messages, regardless of who deleted them: a timer for each, which
 * checks again. One batch of writes; repeating it delays the removal.
 */
export const releaseFiles = async (changes: readonly MessageChange[]): Promise<void> => {
  const nowMs = systemClock.now();
  const timers = changes.flatMap((change) => {
    const messageId = (change.after ?? change.before ?? change.between[0])?.id;
    return releasedBy(change).map((key) =>
      setTimerItem(
        openTable(change.companyId),
        { kind: 'file-removal', subject: key, dueAt: nowMs + FILE_REMOVAL_AFTER_MS, data: { messageId } },
        { ids: systemIds, nowMs },
      ),
    );
  });
  await writeBatch(timers);
};
