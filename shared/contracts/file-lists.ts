import * as z from 'zod';
import { idSchema, instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import { FILE_LIST_OPTIONS_MAX, FILES_PER_FORM } from '../rules/file-list-limits.ts';
import { FILE_LISTS_LISTED } from '../rules/list-sizes.ts';
import { TEXT_MAX } from '../rules/template-variables.ts';
import { idInput, idParams, messageResponse, orAbsent, orDefault, pageQuery, searchInput } from './fields.ts';
import { route } from './route.ts';

export const FILE_LIST_NAME_MIN = 3;
export const FILE_LIST_NAME_MAX = 100;
export const FILE_OPTION_NAME_MAX = 200;

export const fileListViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Sent before the files. */
  message: z.string(),
  userId: idSchema,
  companyId: idSchema,
  /** In the order of sending. */
  options: z.array(
    z.object({
      id: z.string(),
      /** The caption of the file. */
      name: z.string(),
      /** Link to the file, valid for a few minutes; null without a file. */
      path: z.string().nullable(),
      mediaType: z.string().nullable(),
      fileName: z.string().nullable(),
      /** Bytes. */
      size: z.int().nullable(),
    }),
  ),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type FileListView = z.infer<typeof fileListViewSchema>;

/** Older clients send numbers. */
const optionIdInput = z.union([z.string().max(40), idSchema.transform(String)]);
const optionNameInput = nameSchema(1, FILE_OPTION_NAME_MAX);

/** A value of a form that repeats the field for every file. */
const repeated = <S extends z.ZodType>(item: S) =>
  orAbsent(z.union([z.array(item).max(FILES_PER_FORM), item.transform((one) => [one])]));

const writable = {
  name: nameSchema(FILE_LIST_NAME_MIN, FILE_LIST_NAME_MAX),
  message: textSchema().trim().min(1).max(TEXT_MAX),
  options: orDefault(
    z
      .array(
        z.object({
          /** Id of an existing option, which keeps its file; any other option is new. */
          id: orAbsent(optionIdInput),
          name: optionNameInput,
        }),
      )
      .max(FILE_LIST_OPTIONS_MAX),
    [],
  ),
};

const company = {
  permission: 'admin',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const fileListRoutes = {
  list: route({
    id: 'fileLists.list',
    method: 'GET',
    path: '/files',
    query: z.strictObject({ ...pageQuery, searchParam: searchInput, companyId: idInput.optional() }),
    response: z.object({
      files: z.array(fileListViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: ['ERR_VALIDATION', 'ERR_CURSOR_INVALID', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'The file lists, by name',
  }),
  listBrief: route({
    id: 'fileLists.listBrief',
    method: 'GET',
    path: '/files/list',
    response: z.array(z.object({ id: idSchema, name: z.string() })),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: `Names of the first ${FILE_LISTS_LISTED} file lists, for queues to choose from`,
  }),
  get: route({
    id: 'fileLists.get',
    method: 'GET',
    path: '/files/{id}',
    params: idParams,
    response: fileListViewSchema,
    errors: ['ERR_NO_FILE_LIST_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...company,
    summary: 'A file list, with fresh links to its files',
  }),
  create: route({
    id: 'fileLists.create',
    method: 'POST',
    path: '/files',
    body: z.object(writable),
    response: fileListViewSchema,
    status: 201,
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CREATION_LIMIT'],
    ...company,
    summary: 'Adds a file list. Its files follow with `uploadList`',
  }),
  update: route({
    id: 'fileLists.update',
    method: 'PUT',
    path: '/files/{id}',
    params: idParams,
    body: z.object(writable),
    response: fileListViewSchema,
    errors: ['ERR_NO_FILE_LIST_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Changes a file list: options it does not name are removed with their files',
  }),
  remove: route({
    id: 'fileLists.remove',
    method: 'DELETE',
    path: '/files/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_FILE_LIST_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Removes a file list with its files. Queues and options that sent it no longer do',
  }),
  upload: route({
    id: 'fileLists.upload',
    method: 'POST',
    path: '/files/uploadList/{id}',
    params: idParams,
    body: z.object({
      /** The list again; must be the one of the path. */
      fileId: orAbsent(idInput),
      typeArch: z.literal('fileList').optional(),
      /** The option of each file, in the order of the files. */
      id: repeated(optionIdInput),
      /** The option's name: finds the option of a file whose `id` the caller does not know yet. */
      name: repeated(textSchema().max(FILE_OPTION_NAME_MAX)),
      /** A key from `POST /media/uploads`, instead of files in the form: for large files. */
      mediaKey: z.string().max(300).optional(),
    }),
    multipart: 'files',
    response: fileListViewSchema,
    errors: [
      'ERR_NO_FILE_LIST_FOUND',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_MISSING',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    ...company,
    summary: `Gives options of a file list their files, in place of those before: up to ${FILES_PER_FORM} in a form, or one that was uploaded before`,
  }),
} as const;
