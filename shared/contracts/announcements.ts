import * as z from 'zod';
import { idSchema, instantSchema, nameSchema } from '../entities/common.ts';
import {
  ANNOUNCEMENT_PRIORITIES,
  ANNOUNCEMENT_TEXT_MAX,
  ANNOUNCEMENT_TITLE_MAX,
} from '../rules/announcements.ts';
import {
  booleanInput,
  booleanQuery,
  idParams,
  instantOrNone,
  messageResponse,
  orDefault,
  pageQuery,
  searchInput,
} from './fields.ts';
import { route } from './route.ts';

export const announcementViewSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Markdown. */
  text: z.string(),
  /** 1 high, 2 medium, 3 low. */
  priority: z.literal(ANNOUNCEMENT_PRIORITIES),
  status: z.boolean(),
  expiresAt: instantSchema.nullable(),
  /** When users could see it first, or again after it had been switched off or had expired. */
  publishedAt: instantSchema,
  /** Link to the picture, valid for a few minutes; null without a picture. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type AnnouncementView = z.infer<typeof announcementViewSchema>;

const announcementBody = z.object({
  title: nameSchema(1, ANNOUNCEMENT_TITLE_MAX),
  text: nameSchema(1, ANNOUNCEMENT_TEXT_MAX),
  priority: orDefault(z.literal(ANNOUNCEMENT_PRIORITIES), 3),
  status: orDefault(booleanInput, true),
  expiresAt: instantOrNone.default(null),
});
export type AnnouncementInput = z.output<typeof announcementBody>;

const common = { plan: null, expiry: 'enforced', rate: 'standard' } as const;
const everyone = { permission: 'authenticated', tenancy: 'company', ...common } as const;
const operator = { permission: 'super', tenancy: 'platform', ...common } as const;

const CHANGED = ['ERR_NO_ANNOUNCEMENT_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CONFLICT'] as const;

export const announcementRoutes = {
  list: route({
    id: 'announcements.list',
    method: 'GET',
    path: '/announcements',
    query: z.strictObject({
      ...pageQuery,
      searchParam: searchInput,
      all: booleanQuery
        .default(false)
        .describe('Also those that users do not see; for super administrators only'),
    }),
    response: z.object({
      records: z.array(announcementViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
      /** When the caller last looked at the announcements; null: never. */
      lookedAt: instantSchema.nullable(),
    }),
    errors: ['ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    ...everyone,
    summary: 'The announcements that are active and have not expired, the last published first',
  }),
  look: route({
    id: 'announcements.look',
    method: 'PUT',
    path: '/announcements/read',
    response: z.object({ lookedAt: instantSchema }),
    errors: [],
    ...everyone,
    summary: 'Marks all announcements as read by the caller',
  }),
  get: route({
    id: 'announcements.get',
    method: 'GET',
    path: '/announcements/{id}',
    params: idParams,
    response: announcementViewSchema,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION'],
    ...operator,
    summary: 'An announcement, with a fresh link to its picture',
  }),
  create: route({
    id: 'announcements.create',
    method: 'POST',
    path: '/announcements',
    body: announcementBody,
    response: announcementViewSchema,
    status: 201,
    errors: ['ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...operator,
    summary: 'Adds an announcement to the users of all companies',
  }),
  update: route({
    id: 'announcements.update',
    method: 'PUT',
    path: '/announcements/{id}',
    params: idParams,
    body: announcementBody,
    response: announcementViewSchema,
    errors: CHANGED,
    ...operator,
    summary: 'Changes an announcement. One that users see again counts as newly published',
  }),
  remove: route({
    id: 'announcements.remove',
    method: 'DELETE',
    path: '/announcements/{id}',
    params: idParams,
    response: messageResponse,
    errors: CHANGED,
    ...operator,
    summary: 'Removes an announcement with its picture',
  }),
  setMedia: route({
    id: 'announcements.setMedia',
    method: 'POST',
    path: '/announcements/{id}/media-upload',
    params: idParams,
    body: z.object({
      typeArch: z.string().max(40).optional(),
      /** A key from `POST /media/uploads`, instead of a file in the form: for large files. */
      mediaKey: z.string().max(300).optional(),
    }),
    multipart: 'file',
    response: announcementViewSchema,
    errors: [
      ...CHANGED,
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_MISSING',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
    ],
    ...operator,
    summary: 'Gives an announcement a picture (PNG or JPEG), in place of the one before',
  }),
  removeMedia: route({
    id: 'announcements.removeMedia',
    method: 'DELETE',
    path: '/announcements/{id}/media-upload',
    params: idParams,
    response: announcementViewSchema,
    errors: CHANGED,
    ...operator,
    summary: 'Takes the picture of an announcement away',
  }),
} as const;
