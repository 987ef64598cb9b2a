import * as z from 'zod';
import { ANNOUNCEMENT_PRIORITIES } from '../rules/announcements.ts';
import { idSchema, instantSchema } from './common.ts';

/** A notice of the operator of the installation to the users of all companies. */
export const announcementSchema = z.object({
  /** Counted for the installation, because an announcement belongs to no company. */
  id: idSchema,
  title: z.string(),
  /** Markdown. */
  text: z.string(),
  priority: z.literal(ANNOUNCEMENT_PRIORITIES),
  /** Whether users see it, until it expires. */
  status: z.boolean(),
  /** From when on users do not see it any more; null: it does not expire. */
  expiresAt: instantSchema.nullable().default(null),
  /** When users could see it first, or again after it had been switched off or had expired. */
  publishedAt: instantSchema,
  /** Its picture; null without one. */
  media: z
    .object({ key: z.string(), fileName: z.string(), mimeType: z.string(), size: z.int() })
    .nullable()
    .default(null),
});
export type Announcement = z.infer<typeof announcementSchema>;

/** When a user last looked at the announcements. The row exists once the user has looked. */
export const announcementLookSchema = z.object({
  companyId: idSchema,
  userId: idSchema,
  lookedAt: instantSchema,
});
