import { announcementSchema } from '@prosa/shared/entities/announcement.ts';
import { expect, it } from 'vitest';
import { changeAnnouncement } from './change-announcement.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z');
const now = new Date(NOW_MS).toISOString();
const before = new Date(NOW_MS - 1).toISOString();
const later = new Date(NOW_MS + 1).toISOString();
const written = { title: 'Aviso', text: 'Oi', priority: 3 } as const;
const PUBLISHED = '2026-11-01T00:00:00.000Z';

it.each([
  ['stays published', { status: true, expiresAt: null }, { status: true, expiresAt: later }, PUBLISHED],
  [
    'that was off is published anew',
    { status: false, expiresAt: null },
    { status: true, expiresAt: null },
    now,
  ],
  [
    'that had expired is published anew',
    { status: true, expiresAt: now },
    { status: true, expiresAt: later },
    now,
  ],
  [
    'that stays off is not published',
    { status: false, expiresAt: null },
    { status: false, expiresAt: null },
    PUBLISHED,
  ],
  [
    'that stays expired is not published',
    { status: false, expiresAt: null },
    { status: true, expiresAt: before },
    PUBLISHED,
  ],
])('a changed announcement %s', (_what, was, becomes, publishedAt) => {
  const row = announcementSchema.parse({ id: 1, ...written, publishedAt: PUBLISHED, ...was });
  expect(changeAnnouncement(row, { ...written, title: 'Outro', ...becomes }, NOW_MS)).toEqual({
    ...row,
    ...becomes,
    title: 'Outro',
    publishedAt,
  });
});
