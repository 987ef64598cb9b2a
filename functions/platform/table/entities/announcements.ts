import { announcementLookSchema, announcementSchema } from '@prosa/shared/entities/announcement.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const Announcement = defineEntity({
  name: 'announcement',
  schema: announcementSchema,
  scope: 'global',
  key: keys.global.announcement,
  indexes: { g1: keys.global.announcementByTime },
});
export const AnnouncementLook = defineEntity({
  name: 'announcementLook',
  schema: announcementLookSchema,
  scope: 'tenant',
  key: keys.announcementLook,
});
