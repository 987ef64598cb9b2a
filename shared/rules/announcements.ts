/** Limits of announcements, and the rule by which users see them. */

export const ANNOUNCEMENT_TITLE_MAX = 100;
export const ANNOUNCEMENT_TEXT_MAX = 5000;
/** Largest picture of an announcement. */
export const ANNOUNCEMENT_PICTURE_MAX_BYTES = 5 * 1024 * 1024;
/** The types of an announcement's picture: the specification's limit. */
export const ANNOUNCEMENT_PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg'];

/** 1 high, 2 medium, 3 low. */
export const ANNOUNCEMENT_PRIORITIES = [1, 2, 3] as const;
export type AnnouncementPriority = (typeof ANNOUNCEMENT_PRIORITIES)[number];

/** Whether an announcement has expired. */
export const hasExpired = ({ expiresAt }: { expiresAt: string | null }, nowMs: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= nowMs;

/** Whether users see an announcement: it is active and has not expired. */
export const isShown = (
  announcement: { status: boolean; expiresAt: string | null },
  nowMs: number,
): boolean => announcement.status && !hasExpired(announcement, nowMs);
