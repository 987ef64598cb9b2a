import { announcementEvents } from '@prosa/shared/events/announcements.ts';
import { describe, expect, it } from 'vitest';
import {
  isUnread,
  type ShownAnnouncements,
  unexpired,
  unreadCount,
  withAnnouncement,
  withoutAnnouncement,
} from './shown-announcements.ts';

const [example] = announcementEvents.announcement.examples;
if (example === undefined || !('record' in example)) throw new Error('no example of an announcement');
const { record: base } = example;
const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z');
const at = (minutes: number): string => new Date(NOW_MS + minutes * 60_000).toISOString();
const announcement = (id: number, fields: Partial<typeof base> = {}) => ({
  ...base,
  id,
  publishedAt: at(-100 + id),
  ...fields,
});
const shownOf = (...records: (typeof base)[]): ShownAnnouncements => ({
  records,
  count: records.length,
  hasMore: false,
  cursor: null,
  lookedAt: null,
});
const idsOf = ({ records }: ShownAnnouncements) => records.map(({ id }) => id);

describe('announcements in the browser', () => {
  const shown = shownOf(announcement(3), announcement(1));

  it('take a new announcement in the order in which the server lists them', () => {
    expect(idsOf(withAnnouncement(shown, announcement(4), NOW_MS))).toEqual([4, 3, 1]);
    expect(idsOf(withAnnouncement(shown, announcement(2), NOW_MS))).toEqual([3, 2, 1]);
    expect(withAnnouncement(shown, announcement(4), NOW_MS).count).toBe(3);
  });

  it('replace a changed announcement, and ignore an older version of it', () => {
    const changed = withAnnouncement(shown, announcement(1, { title: 'Outro', version: 2 }), NOW_MS);
    expect(changed.records.map(({ id, title }) => [id, title])).toEqual([
      [3, base.title],
      [1, 'Outro'],
    ]);
    expect(withAnnouncement(changed, announcement(1), NOW_MS)).toBe(changed);
  });

  it('drop an announcement that is removed, switched off or expired', () => {
    expect(idsOf(withoutAnnouncement(shown, 3))).toEqual([1]);
    expect(idsOf(withAnnouncement(shown, announcement(3, { status: false, version: 2 }), NOW_MS))).toEqual([
      1,
    ]);
    expect(idsOf(withAnnouncement(shown, announcement(3, { expiresAt: at(0), version: 2 }), NOW_MS))).toEqual(
      [1],
    );
  });

  it('are not shown from the moment of their expiry, without an event', () => {
    const short = shownOf(announcement(3, { expiresAt: at(1) }), announcement(1));
    expect(unexpired(short, NOW_MS).map(({ id }) => id)).toEqual([3, 1]);
    expect(unexpired(short, NOW_MS + 60_000).map(({ id }) => id)).toEqual([1]);
    expect(unexpired(undefined, NOW_MS)).toEqual([]);
  });

  it('are unread if they were published after the last look', () => {
    expect(unreadCount(shown, NOW_MS)).toBe(2);
    expect(unreadCount({ ...shown, lookedAt: at(-98) }, NOW_MS)).toBe(1);
    expect(isUnread(announcement(3), at(-97))).toBe(false);
    expect(unreadCount(undefined, NOW_MS)).toBe(0);
  });
});
