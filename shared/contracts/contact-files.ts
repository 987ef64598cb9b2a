import * as z from 'zod';
import { instantSchema } from '../entities/common.ts';
import { EXPORT_STATES } from '../entities/contact-export.ts';
import {
  IMPORT_PROBLEMS,
  IMPORT_STATES,
  importMappingSchema,
  rowRangeSchema,
} from '../entities/contact-import.ts';
import { TAGS_PER_IMPORTED_ROW, tagNamesInput, tagNamesText } from '../entities/tag.ts';
import { EXPORT_ROWS_PER_FILE } from '../rules/file-limits.ts';
import { CONTACT_FILES_LISTED } from '../rules/list-sizes.ts';
import { contactEmailInput, contactNameInput, contactNumberInput, contactViewSchema } from './contacts.ts';
import { booleanInput, idInput, orDefault, textOrEmpty } from './fields.ts';
import { route } from './route.ts';

export const importViewSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  problem: z.enum(IMPORT_PROBLEMS).nullable(),
  columns: z.array(z.string()),
  rows: z.int(),
  mapping: importMappingSchema.nullable(),
  selected: z.int(),
  processed: z.int(),
  created: z.int(),
  /** Rows with numbers of existing contacts. */
  existing: z.int(),
  /** All other rows that were not imported. */
  ignored: z.int(),
  /** Short-lived link to the JSON of `importedSheetSchema`; set once the file has been read. */
  rowsUrl: z.string().nullable(),
  /** Short-lived link to a text table of the rows that were not imported, with the reasons. */
  resultUrl: z.string().nullable(),
  createdAt: instantSchema,
  version: z.int(),
});
export type ImportView = z.infer<typeof importViewSchema>;

/** The content behind `rowsUrl`. */
export const importedSheetSchema = z.object({
  rows: z.array(z.array(z.string())),
  /** The line number of each row in the file. */
  lines: z.array(z.int()),
});
export type ImportedSheet = z.infer<typeof importedSheetSchema>;

export const exportViewSchema = z.object({
  id: z.string(),
  state: z.enum(EXPORT_STATES),
  exported: z.int(),
  files: z.array(z.object({ fileName: z.string(), rows: z.int(), url: z.string() })),
  createdAt: instantSchema,
  version: z.int(),
});
export type ExportView = z.infer<typeof exportViewSchema>;

const importParams = z.strictObject({ importId: z.string().regex(/^[0-9a-z]{20}$/) });

const company = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'heavy' } as const;

export const contactFileRoutes = {
  upload: route({
    id: 'contactFiles.upload',
    method: 'POST',
    path: '/contacts/upload',
    multipart: 'file',
    body: z.object({
      key: z.string().max(200).optional().describe('Of a file that was uploaded by `POST /media/uploads`'),
    }),
    response: importViewSchema,
    status: 202,
    errors: [
      'ERR_VALIDATION',
      'ERR_MEDIA_MISSING',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
      'ERR_CONFLICT',
      'ERR_RUNNING_LIMIT',
    ],
    permission: 'authenticated',
    ...company,
    summary:
      'Has a spreadsheet (xls, xlsx, csv, txt) read, as the form field `file` or by its `key`. Its columns and rows are there once its state is `ready`',
  }),
  listImports: route({
    id: 'contactFiles.listImports',
    method: 'GET',
    path: '/contacts/imports',
    response: z.object({ imports: z.array(importViewSchema) }),
    errors: [],
    permission: 'authenticated',
    ...company,
    rate: 'standard',
    summary: `The caller's last ${CONTACT_FILES_LISTED} imports, the newest first`,
  }),
  getImport: route({
    id: 'contactFiles.getImport',
    method: 'GET',
    path: '/contacts/imports/{importId}',
    params: importParams,
    response: importViewSchema,
    errors: ['ERR_NOT_FOUND', 'ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    rate: 'standard',
    summary: 'An import of the caller, as far as it is',
  }),
  startImport: route({
    id: 'contactFiles.startImport',
    method: 'PUT',
    path: '/contacts/imports/{importId}',
    params: importParams,
    body: z.object({
      mapping: importMappingSchema.strip(),
      rows: z
        .array(rowRangeSchema.strip())
        .min(1)
        .max(1000)
        .describe('The first and last place of each stretch of selected rows, in their order'),
    }),
    response: importViewSchema,
    status: 202,
    errors: ['ERR_NOT_FOUND', 'ERR_VALIDATION', 'ERR_CONFLICT', 'ERR_RUNNING_LIMIT'],
    permission: 'authenticated',
    ...company,
    summary: 'Imports the selected rows of a file that was read. Goes on whatever becomes of the caller',
  }),
  importOne: route({
    id: 'contactFiles.importOne',
    method: 'POST',
    path: '/contactsImport',
    body: z.object({
      name: contactNameInput,
      number: contactNumberInput,
      email: textOrEmpty(contactEmailInput).default(''),
      tags: textOrEmpty(tagNamesText)
        .pipe(tagNamesInput)
        .prefault('')
        .describe(`At most ${TAGS_PER_IMPORTED_ROW} names between commas; those that are not there are made`),
      validateContact: orDefault(booleanInput, false),
    }),
    response: contactViewSchema,
    errors: [
      'ERR_DUPLICATED_CONTACT',
      'ERR_VALIDATION',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_CONFLICT',
      'ERR_CREATION_LIMIT',
    ],
    permission: 'authenticated',
    ...company,
    rate: 'standard',
    summary:
      'Imports one row. A contact that is there already stays as it is, and the row is refused; so is, with `validateContact`, a number that WhatsApp does not have',
  }),
  importPhone: route({
    id: 'contactFiles.importPhone',
    method: 'POST',
    path: '/contacts/import',
    body: z.object({ whatsappId: idInput }),
    response: importViewSchema,
    status: 202,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT', 'ERR_RUNNING_LIMIT'],
    // The imported contacts contain the phone's numbers, so this requires the same permission as an export.
    permission: 'contacts:delete',
    ...company,
    summary:
      "Imports the people in the address book of a connection's phone, as it told them at pairing and since. Contacts that are there already stay as they are",
  }),
  importChats: route({
    id: 'contactFiles.importChats',
    method: 'POST',
    path: '/contacts/import/chats',
    body: z.object({
      whatsappId: idInput.optional().describe('Left out: the default connection'),
    }),
    response: importViewSchema,
    status: 202,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT', 'ERR_RUNNING_LIMIT'],
    // The imported contacts contain the phone's numbers, so this requires the same permission as an export.
    permission: 'contacts:delete',
    ...company,
    summary:
      "Imports the people whom a connection's phone has conversations with, as it told them at pairing. Contacts that are there already stay as they are",
  }),
  createExport: route({
    id: 'contactFiles.createExport',
    method: 'POST',
    path: '/contacts/exports',
    response: exportViewSchema,
    status: 202,
    errors: ['ERR_NO_PERMISSION', 'ERR_CONFLICT', 'ERR_RUNNING_LIMIT'],
    permission: 'contacts:delete',
    ...company,
    summary: `Has all contacts written into spreadsheets of at most ${EXPORT_ROWS_PER_FILE} rows. One that is still being written is answered again`,
  }),
  listExports: route({
    id: 'contactFiles.listExports',
    method: 'GET',
    path: '/contacts/exports',
    response: z.object({ exports: z.array(exportViewSchema) }),
    errors: ['ERR_NO_PERMISSION'],
    permission: 'contacts:delete',
    ...company,
    rate: 'standard',
    summary: `The caller's last ${CONTACT_FILES_LISTED} exports, the newest first, with short-lived links to their files`,
  }),
} as const;
