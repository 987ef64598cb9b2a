import { type AnnouncementView, announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { isShown } from '@prosa/shared/rules/announcements.ts';
import { LIVE, routeQuery } from '../../lib/api/query.ts';

/** The newest announcements that the user sees, and when the user last looked at them. */
export type ShownAnnouncements = ResponseOf<typeof announcementRoutes.list>;

/** Query options of the newest announcements; kept up to date by live events. */
export const shownAnnouncements = {
  ...routeQuery(announcementRoutes.list, { query: {} }),
  staleTime: LIVE,
  meta: { silent: true },
};

const latestFirst = (a: AnnouncementView, b: AnnouncementView): number =>
  b.publishedAt.localeCompare(a.publishedAt) || b.id - a.id;

/** Returns the announcements without one of them. */
export const withoutAnnouncement = (shown: ShownAnnouncements, id: number): ShownAnnouncements => {
  const records = shown.records.filter((one) => one.id !== id);
  return { ...shown, records, count: records.length };
};

/**
 * Returns the announcements with a new or changed one in its place, or without it if users do not see it any more. An
 * older version than the known one changes nothing.
 */
export const withAnnouncement = (
  shown: ShownAnnouncements,
  record: AnnouncementView,
  nowMs: number,
): ShownAnnouncements => {
  const known = shown.records.find(({ id }) => id === record.id);
  if (known !== undefined && known.version > record.version) return shown;
  const others = withoutAnnouncement(shown, record.id);
  if (!isShown(record, nowMs)) return others;
  const records = [...others.records, record].sort(latestFirst);
  return { ...shown, records, count: records.length };
};

/** Returns the announcements that have not expired, because no event comes when one expires. */
export const unexpired = (shown: ShownAnnouncements | undefined, nowMs: number): AnnouncementView[] =>
  shown?.records.filter((record) => isShown(record, nowMs)) ?? [];

/** Whether an announcement was published after the user's last look. */
export const isUnread = ({ publishedAt }: AnnouncementView, lookedAt: string | null): boolean =>
  lookedAt === null || publishedAt > lookedAt;

/** Returns the number of unread announcements among the newest. */
export const unreadCount = (shown: ShownAnnouncements | undefined, nowMs: number): number =>
  unexpired(shown, nowMs).filter((record) => isUnread(record, shown?.lookedAt ?? null)).length;
