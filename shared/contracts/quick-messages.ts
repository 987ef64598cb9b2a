import * as z from 'zod';
import { idSchema, instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import { QUICK_MESSAGES_LISTED } from '../rules/list-sizes.ts';
import {
  booleanInput,
  idInput,
  idParams,
  messageResponse,
  orDefault,
  pageQuery,
  searchInput,
  textOrEmpty,
} from './fields.ts';
import { route } from './route.ts';

export const SHORTCODE_MAX_CHARS = 50;
/** WhatsApp's limit for a text. */
export const QUICK_MESSAGE_MAX_CHARS = 4096;

export const quickMessageViewSchema = z.object({
  id: idSchema,
  shortcode: z.string(),
  message: z.string(),
  /** Link to the file, valid for a few minutes; null without a file. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Whether all users who see it may change it. */
  geral: z.boolean(),
  /** Whether the whole company sees it, or only its owner. */
  visao: z.boolean(),
  /** Whether the composer offers it. */
  status: z.boolean(),
  userId: idSchema,
  companyId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type QuickMessageView = z.infer<typeof quickMessageViewSchema>;

/** Users also type the `/` that opens the search; it is removed. */
const shortcodeInput = nameSchema(1, SHORTCODE_MAX_CHARS)
  .transform((text) => text.replace(/^[/\s]+/, ''))
  .pipe(z.string().min(1));

const writable = {
  shortcode: shortcodeInput,
  message: textOrEmpty(textSchema().max(QUICK_MESSAGE_MAX_CHARS)).default(''),
  geral: orDefault(booleanInput, false),
  visao: orDefault(booleanInput, false),
  status: orDefault(booleanInput, true),
};

const company = {
  permission: 'authenticated',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const quickMessageRoutes = {
  list: route({
    id: 'quickMessages.list',
    method: 'GET',
    path: '/quick-messages',
    query: z.strictObject({ ...pageQuery, searchParam: searchInput }),
    response: z.object({
      records: z.array(quickMessageViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    ...company,
    summary: "The caller's quick messages and those shared with the company, by shortcode",
  }),
  listBrief: route({
    id: 'quickMessages.listBrief',
    method: 'GET',
    path: '/quick-messages/list',
    query: z.strictObject({
      searchParam: searchInput.describe('The beginning of the shortcode'),
      companyId: idInput.optional(),
      userId: idInput.optional(),
    }),
    response: z.array(
      quickMessageViewSchema.extend({ company: z.object({ id: idSchema, name: z.string() }) }),
    ),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_NO_USER_FOUND'],
    ...company,
    summary: `What is offered where replies are written: the first ${QUICK_MESSAGES_LISTED} by shortcode, of those whose shortcode begins so`,
  }),
  get: route({
    id: 'quickMessages.get',
    method: 'GET',
    path: '/quick-messages/{id}',
    params: idParams,
    response: quickMessageViewSchema,
    errors: ['ERR_NO_QUICK_MESSAGE_FOUND', 'ERR_VALIDATION'],
    ...company,
    summary: 'A quick message, with a fresh link to its file',
  }),
  create: route({
    id: 'quickMessages.create',
    method: 'POST',
    path: '/quick-messages',
    body: z.object(writable),
    response: quickMessageViewSchema,
    status: 201,
    errors: ['ERR_SHORTCODE_EXISTS', 'ERR_VALIDATION', 'ERR_CONFLICT', 'ERR_CREATION_LIMIT'],
    ...company,
    summary: 'Adds a quick message of the caller',
  }),
  update: route({
    id: 'quickMessages.update',
    method: 'PUT',
    path: '/quick-messages/{id}',
    params: idParams,
    body: z.object(writable),
    response: quickMessageViewSchema,
    errors: [
      'ERR_NO_QUICK_MESSAGE_FOUND',
      'ERR_SHORTCODE_EXISTS',
      'ERR_NO_PERMISSION',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary:
      'Changes a quick message. Everything: its owner, and where it is shared administrators and users with `allowSharedItems`. Text and status: everybody where it is shared and `geral`',
  }),
  remove: route({
    id: 'quickMessages.remove',
    method: 'DELETE',
    path: '/quick-messages/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_QUICK_MESSAGE_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary:
      'Removes a quick message with its file: its owner, and where it is shared administrators and users with `allowSharedItems`',
  }),
  setMedia: route({
    id: 'quickMessages.setMedia',
    method: 'POST',
    path: '/quick-messages/{id}/media-upload',
    params: idParams,
    body: z.object({
      typeArch: z.string().max(40).optional(),
      /** A key from `POST /media/uploads`, instead of a file in the form: for large files. */
      mediaKey: z.string().max(300).optional(),
    }),
    multipart: 'file',
    response: quickMessageViewSchema,
    errors: [
      'ERR_NO_QUICK_MESSAGE_FOUND',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_MISSING',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
      'ERR_NO_PERMISSION',
      'ERR_VALIDATION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: 'Gives a quick message a file, in place of the one before',
  }),
  removeMedia: route({
    id: 'quickMessages.removeMedia',
    method: 'DELETE',
    path: '/quick-messages/{id}/media-upload',
    params: idParams,
    response: quickMessageViewSchema,
    errors: ['ERR_NO_QUICK_MESSAGE_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Takes the file of a quick message away',
  }),
} as const;
