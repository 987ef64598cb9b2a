import type { AnnouncementInput } from '@prosa/shared/contracts/announcements.ts';
import type { Announcement } from '@prosa/shared/entities/announcement.ts';
import { isShown } from '@prosa/shared/rules/announcements.ts';

/**
 * Returns an announcement with the fields of a request. An announcement that users could not see before and see now is
 * published anew, so that it is unread again.
 */
export const changeAnnouncement = (
  before: Announcement,
  fields: AnnouncementInput,
  nowMs: number,
): Announcement => {
  const after = { ...before, ...fields };
  return isShown(after, nowMs) && !isShown(before, nowMs)
    ? { ...after, publishedAt: new Date(nowMs).toISOString() }
    : after;
};
