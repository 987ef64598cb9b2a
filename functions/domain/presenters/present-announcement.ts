import type { AnnouncementView } from '@prosa/shared/contracts/announcements.ts';
import type { Announcement } from '@prosa/shared/entities/announcement.ts';

/**
 * Presents an announcement, for responses and events.
 * @param link makes a short-lived link to a stored file
 */
export const presentAnnouncement = (
  announcement: Announcement & { version: number; rowCreatedAt: string; rowUpdatedAt: string },
  link: (key: string) => string,
): AnnouncementView => ({
  id: announcement.id,
  title: announcement.title,
  text: announcement.text,
  priority: announcement.priority,
  status: announcement.status,
  expiresAt: announcement.expiresAt,
  publishedAt: announcement.publishedAt,
  mediaPath: announcement.media === null ? null : link(announcement.media.key),
  mediaName: announcement.media === null ? null : announcement.media.fileName,
  createdAt: announcement.rowCreatedAt,
  updatedAt: announcement.rowUpdatedAt,
  version: announcement.version,
});
