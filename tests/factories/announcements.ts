import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import type { Draft } from '@prosa/functions/platform/table/define-entity.ts';
import type { Announcement } from '@prosa/functions/platform/table/entities/announcements.ts';
import { nextGlobalId } from '@prosa/functions/platform/table/updates.ts';
import { announcementItems } from '@prosa/functions/repositories/organisation/announcements.ts';
import { announcementSchema } from '@prosa/shared/entities/announcement.ts';

/** Stores an announcement, as a super administrator would write it. Returns its id. */
export const plantAnnouncement = async (
  fields: Partial<Draft<typeof Announcement>> = {},
): Promise<number> => {
  const id = await nextGlobalId('announcement');
  const nowMs = Date.now();
  const announcement = announcementSchema.parse({
    title: `Aviso ${id}`,
    text: 'Olá',
    priority: 3,
    status: true,
    publishedAt: new Date(nowMs).toISOString(),
    ...fields,
    id,
  });
  await commit(announcementItems(undefined, announcement, { ids: systemIds, nowMs }));
  return id;
};
