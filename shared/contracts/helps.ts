import * as z from 'zod';
import { nameSchema, textSchema } from '../entities/common.ts';
import { helpSchema } from '../entities/help.ts';
import { videoCodeOf } from '../rules/video-code.ts';
import { idParams, messageResponse, orDefault, pageNumberInput, searchInput } from './fields.ts';
import { route } from './route.ts';

export const HELPS_MAX = 200;
export const HELP_TITLE_CHARS = 100;
export const HELP_DESCRIPTION_CHARS = 2000;
/** Addresses with parameters are long. */
const VIDEO_INPUT_CHARS = 500;

export const helpViewSchema = helpSchema.extend({ updatedAt: helpSchema.shape.createdAt, version: z.int() });
export type HelpView = z.infer<typeof helpViewSchema>;

/** The code of a YouTube video, or an address that contains it; '' without a video. */
const videoInput = z
  .string()
  .max(VIDEO_INPUT_CHARS)
  .transform((text, { issues }) => {
    const code = text.trim() === '' ? '' : videoCodeOf(text);
    if (code !== undefined) return code;
    issues.push({ code: 'custom', message: 'no code of a video', input: text });
    return z.NEVER;
  });

const writable = {
  title: nameSchema(1, HELP_TITLE_CHARS),
  description: orDefault(textSchema().trim().max(HELP_DESCRIPTION_CHARS), ''),
  video: orDefault(videoInput, '').describe(
    "The code of a YouTube video, or the video's address, from which the code is taken",
  ),
};

const everybody = {
  permission: 'authenticated',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;
const operator = { ...everybody, permission: 'super', tenancy: 'platform' } as const;
const refusals = ['ERR_VALIDATION', 'ERR_NO_PERMISSION'] as const;

/** Routes of the installation's helps: all users read the same ones, and super administrators write them. */
export const helpRoutes = {
  list: route({
    id: 'helps.list',
    method: 'GET',
    path: '/helps',
    query: z.strictObject({
      searchParam: searchInput,
      pageNumber: pageNumberInput.optional().describe('All are on page 1; later pages are empty'),
    }),
    response: z.object({ records: z.array(helpViewSchema), count: z.int(), hasMore: z.boolean() }),
    errors: ['ERR_VALIDATION'],
    ...everybody,
    summary: `The helps whose title or description contains a text, by title; at most ${HELPS_MAX}, all on the first page`,
  }),
  listAll: route({
    id: 'helps.listAll',
    method: 'GET',
    path: '/helps/list',
    response: z.array(helpViewSchema),
    errors: [],
    ...everybody,
    summary: `All helps by title; at most ${HELPS_MAX}`,
  }),
  get: route({
    id: 'helps.get',
    method: 'GET',
    path: '/helps/{id}',
    params: idParams,
    response: helpViewSchema,
    errors: ['ERR_VALIDATION', 'ERR_NO_HELP_FOUND'],
    ...everybody,
    summary: 'A help',
  }),
  create: route({
    id: 'helps.create',
    method: 'POST',
    path: '/helps',
    body: z.object(writable),
    response: helpViewSchema,
    status: 201,
    errors: [...refusals, 'ERR_HELP_TITLE_EXISTS', 'ERR_HELP_LIMIT', 'ERR_CONFLICT'],
    ...operator,
    summary: `Adds a help, one of at most ${HELPS_MAX}`,
  }),
  update: route({
    id: 'helps.update',
    method: 'PUT',
    path: '/helps/{id}',
    params: idParams,
    body: z.object({ ...writable, version: z.int().optional() }),
    response: helpViewSchema,
    errors: [...refusals, 'ERR_NO_HELP_FOUND', 'ERR_HELP_TITLE_EXISTS', 'ERR_CONFLICT'],
    ...operator,
    summary: 'Changes a help',
  }),
  remove: route({
    id: 'helps.remove',
    method: 'DELETE',
    path: '/helps/{id}',
    params: idParams,
    response: messageResponse,
    errors: [...refusals, 'ERR_NO_HELP_FOUND', 'ERR_CONFLICT'],
    ...operator,
    summary: 'Removes a help',
  }),
} as const;
