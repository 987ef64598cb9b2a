import * as z from 'zod';
import { idSchema } from './common.ts';
import { PHONE_LISTS } from './history-import.ts';
import { sparse } from './sparse.ts';

/** The fields that a column of a spreadsheet can contain. */
export const IMPORT_FIELDS = ['name', 'number', 'email', 'tags'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/**
 * States of an import. `reading`: the file is being processed. `invalid`: it cannot be used, see `problem`. `ready`:
 * its columns are known, and the user maps them to fields. `importing`, and then `done`.
 */
export const IMPORT_STATES = ['reading', 'invalid', 'ready', 'importing', 'done'] as const;

/**
 * Reasons why an import cannot continue. `expired`: the file's rows, or the contact list that gets them, were deleted
 * before all of them were imported.
 * `nobody`: the phone has not sent any contacts. `not-allowed`: the user who started the import lost the right to import.
 */
export const IMPORT_PROBLEMS = [
  'missing',
  'expired',
  'unreadable',
  'empty',
  'too-large',
  'too-many-rows',
  'too-many-columns',
  'too-complex',
  'nobody',
  'not-allowed',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/**
 * Reasons why a row is not imported. `existing`: the company, or the contact list, already has the number. `lost`: the spreadsheet program
 * shortened the number to `5,51199E+12`.
 */
export const ROW_REFUSALS = ['existing', 'repeated', 'name', 'number', 'lost', 'email', 'tags'] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

const indexSchema = z.int().nonnegative();
/** The column of each field, by its index. */
export const importMappingSchema = z.strictObject({
  name: indexSchema,
  number: indexSchema,
  email: indexSchema.nullable().default(null),
  tags: indexSchema.nullable().default(null),
});
export type ImportMapping = z.infer<typeof importMappingSchema>;
/** The first and last row of a range, counted below the headings. */
export const rowRangeSchema = z.strictObject({ first: indexSchema, last: indexSchema });
export type RowRange = z.infer<typeof rowRangeSchema>;

/**
 * An import of a spreadsheet, or of a phone's contacts, into a company's contacts or one of its contact lists, started
 * by a user.
 */
export const contactImportSchema = z.object({
  companyId: idSchema,
  /** Sorts by time. */
  id: z.string(),
  userId: idSchema,
  fileName: z.string(),
  /** Storage key of the uploaded file. */
  sourceKey: z.string(),
  /** The source of the contacts if it is no file: the contacts of a connection's phone. */
  phone: sparse(z.object({ connectionId: idSchema, list: z.enum(PHONE_LISTS) }).nullable(), null),
  /** The contact list that gets the people; null: they become contacts. */
  contactListId: sparse(idSchema.nullable(), null),
  state: z.enum(IMPORT_STATES),
  problem: sparse(z.enum(IMPORT_PROBLEMS).nullable(), null),
  /** How often reading the file was started. */
  tries: sparse(z.int(), 0),
  columns: sparse(z.array(z.string()), []),
  /** Number of rows below the headings. */
  rows: sparse(z.int(), 0),
  mapping: sparse(importMappingSchema.nullable(), null),
  ranges: sparse(z.array(rowRangeSchema), []),
  selected: sparse(z.int(), 0),
  /**
   * The contact, or item of the list, of the n-th selected row gets the id `firstContactId` + n; ids of skipped rows
   * stay unused.
   */
  firstContactId: sparse(z.int(), 0),
  processed: sparse(z.int(), 0),
  created: sparse(z.int(), 0),
  existing: sparse(z.int(), 0),
  ignored: sparse(z.int(), 0),
});
export type ContactImport = z.infer<typeof contactImportSchema>;

/** Result of a batch of selected rows, written in the same transaction as their contacts. */
export const importStepSchema = z.object({
  companyId: idSchema,
  importId: z.string(),
  step: z.int().nonnegative(),
  rows: z.int(),
  created: z.int(),
  /** Skipped rows, by their position among the selected ones. */
  refused: sparse(z.array(z.object({ at: z.int(), reason: z.enum(ROW_REFUSALS) })), []),
});
export type ImportStep = z.infer<typeof importStepSchema>;
