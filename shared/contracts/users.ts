import * as z from 'zod';
import { clockTimeSchema, idSchema, instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import { queueRefSchema } from '../entities/queue.ts';
import { LANGUAGES, PASSWORD_MAX_BYTES, PASSWORD_MIN } from '../entities/user.ts';
import { companyBriefSchema } from './companies.ts';
import {
  flagInput,
  flagSchema,
  idInput,
  idOrNone,
  idParams,
  messageResponse,
  orAbsent,
  pageQuery,
  searchInput,
  textOrEmpty,
} from './fields.ts';
import { route } from './route.ts';

export const userViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  profile: z.enum(['admin', 'user']),
  super: z.boolean(),
  online: z.boolean(),
  companyId: idSchema,
  company: companyBriefSchema,
  queues: z.array(queueRefSchema),
  queueIds: z.array(idSchema),
  whatsappId: idSchema.nullable(),
  startWork: clockTimeSchema,
  endWork: clockTimeSchema,
  farewellMessage: z.string(),
  /** Link to the picture, valid for a few minutes; '' without one. */
  profileImage: z.string(),
  color: z.string(),
  language: z.enum(LANGUAGES),
  defaultTheme: z.enum(['light', 'dark']),
  defaultMenu: z.enum(['open', 'closed']),
  defaultTicketsManagerWidth: z.int(),
  openNextTicket: z.boolean(),
  allTicket: flagSchema,
  allowGroup: z.boolean(),
  allHistoric: flagSchema,
  allUserChat: flagSchema,
  userClosePendingTicket: flagSchema,
  showDashboard: flagSchema,
  allowRealTime: flagSchema,
  allowConnections: flagSchema,
  allowSharedItems: flagSchema,
  createdAt: instantSchema,
  version: z.int(),
});
export type UserView = z.infer<typeof userViewSchema>;

export const passwordInput = z
  .string()
  .min(PASSWORD_MIN)
  .max(PASSWORD_MAX_BYTES)
  .refine((text) => new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES, 'too long');

const writable = {
  name: nameSchema(2, 50),
  email: z.email().max(254).toLowerCase(),
  profile: z.enum(['admin', 'user']),
  queueIds: z.array(idInput).max(500),
  whatsappId: idOrNone,
  startWork: orAbsent(clockTimeSchema),
  endWork: orAbsent(clockTimeSchema),
  farewellMessage: textOrEmpty(textSchema().max(4096)),
  color: orAbsent(z.string().regex(/^#[0-9a-fA-F]{3,8}$/)),
  language: z.enum(LANGUAGES),
  defaultTheme: z.enum(['light', 'dark']),
  defaultMenu: z.enum(['open', 'closed']),
  openNextTicket: flagInput,
  allTicket: flagInput,
  allowGroup: flagInput,
  allHistoric: flagInput,
  allUserChat: flagInput,
  userClosePendingTicket: flagInput,
  showDashboard: flagInput,
  allowRealTime: flagInput,
  allowConnections: flagInput,
  allowSharedItems: flagInput,
};
const { name, email, ...optional } = writable;
const pictureResponse = z.object({ user: userViewSchema, message: z.string() });
const company = {
  permission: 'authenticated',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const userRoutes = {
  list: route({
    id: 'users.list',
    method: 'GET',
    path: '/users',
    query: z.strictObject({ ...pageQuery, searchParam: searchInput, companyId: idInput.optional() }),
    response: z.object({
      users: z.array(userViewSchema),
      count: z.int().describe('How many users the list has, exactly'),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_PERMISSION'],
    ...company,
    permission: 'admin',
    summary: 'Users by name',
  }),
  listBrief: route({
    id: 'users.listBrief',
    method: 'GET',
    path: '/users/list',
    query: z.strictObject({ companyId: idInput.optional() }),
    response: z.array(
      z.object({
        id: idSchema,
        name: z.string(),
        email: z.string(),
        color: z.string(),
        profileImage: z.string(),
        profile: z.enum(['admin', 'user']),
        online: z.boolean(),
        queues: z.array(queueRefSchema),
      }),
    ),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'Colleagues to transfer to',
  }),
  get: route({
    id: 'users.get',
    method: 'GET',
    path: '/users/{id}',
    params: idParams,
    response: userViewSchema,
    errors: ['ERR_NO_USER_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'A user: oneself, or any for an administrator',
  }),
  create: route({
    id: 'users.create',
    method: 'POST',
    path: '/users',
    body: z.object({
      name,
      email,
      password: passwordInput,
      ...z.object(optional).partial().shape,
      companyId: idInput.optional(),
    }),
    response: userViewSchema,
    status: 201,
    errors: [
      'ERR_EMAIL_EXISTS',
      'ERR_PLAN_LIMIT',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
    ],
    ...company,
    permission: 'admin',
    summary: 'Adds a user, within the plan',
  }),
  update: route({
    id: 'users.update',
    method: 'PUT',
    path: '/users/{id}',
    params: idParams,
    body: z.object({
      ...z.object(writable).partial().shape,
      /** The new password; when empty or absent, the password stays unchanged. */
      password: orAbsent(z.union([passwordInput, z.literal('').transform(() => undefined)])),
      /**
       * The current password. Required for users who change their own e-mail or password, to prove that the account
       * is theirs.
       */
      currentPassword: z.string().min(1).max(1000).optional(),
      companyId: idInput.optional(),
    }),
    response: userViewSchema,
    errors: [
      'ERR_NO_USER_FOUND',
      'ERR_CURRENT_PASSWORD',
      'ERR_EMAIL_EXISTS',
      'ERR_LAST_ADMIN',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: 'Changes a user: oneself (name, e-mail, password, looks), or any for an administrator',
  }),
  remove: route({
    id: 'users.remove',
    method: 'DELETE',
    path: '/users/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_USER_FOUND', 'ERR_LAST_ADMIN', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...company,
    permission: 'admin',
    summary: "Removes a user; the user's open tickets go back to pending",
  }),
  setListWidth: route({
    id: 'users.setListWidth',
    method: 'PUT',
    // Spelled as in the specification.
    path: '/users/toggleChangeWidht/{id}',
    params: idParams,
    body: z.object({ defaultTicketsManagerWidth: z.int().min(404).max(700) }),
    response: userViewSchema,
    errors: ['ERR_NO_USER_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Keeps the width of the ticket list, in pixels',
  }),
  setPicture: route({
    id: 'users.setPicture',
    method: 'POST',
    path: '/users/{id}/media-upload',
    params: idParams,
    /** The file is sent as multipart; the fields repeat the path. */
    body: z.object({ userId: idInput.optional(), typeArch: z.literal('user').optional() }),
    multipart: 'profileImage',
    response: pictureResponse,
    errors: [
      'ERR_NO_USER_FOUND',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: 'Gives a user a picture (JPEG, PNG or WebP): oneself, or any for an administrator',
  }),
  removePicture: route({
    id: 'users.removePicture',
    method: 'DELETE',
    path: '/users/{id}/media-upload',
    params: idParams,
    response: pictureResponse,
    errors: ['ERR_NO_USER_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...company,
    summary: "Takes a user's picture away: one's own, or anybody's for an administrator",
  }),
} as const;
