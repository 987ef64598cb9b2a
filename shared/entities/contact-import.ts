import * as z from 'zod';
import { idSchema } from './common.ts';
import { PHONE_LISTS } from './history-import.ts';
import { sparse } from './sparse.ts';

/** What a column of a spreadsheet may hold. */
export const IMPORT_FIELDS = ['name', 'number', 'email', 'tags'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/**
 * `reading`: the file is being processed. `invalid`: it cannot be used, `problem` says why. `ready`: its columns are known, and a
 * person says what they are. `importing`, and then `done`.
 */
export const IMPORT_STATES = ['reading', 'invalid', 'ready', 'importing', 'done'] as const;

/**
 * Why a file cannot be used. `expired`: its rows were not kept until all were imported. `nobody`: the phone has told no
 * contacts.
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
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/** Why a row becomes no contact. `existing`: the company has the number already. */
export const ROW_REFUSALS = ['existing', 'repeated', 'name', 'number', 'email', 'tags'] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

const indexSchema = z.int().nonnegative();
/** The column of each field, by its place. */
export const importMappingSchema = z.strictObject({
  name: indexSchema,
  number: indexSchema,
  email: indexSchema.nullable().default(null),
  tags: indexSchema.nullable().default(null),
});
export type ImportMapping = z.infer<typeof importMappingSchema>;
/** From the first to the last row of a stretch, by their places below the headings. */
export const rowRangeSchema = z.strictObject({ first: indexSchema, last: indexSchema });
export type RowRange = z.infer<typeof rowRangeSchema>;

/** A spreadsheet, or whom a phone knows, on its way into a company's contacts, as one person's work. */
export const contactImportSchema = z.object({
  companyId: idSchema,
  /** Sorts by time. */
  id: z.string(),
  userId: idSchema,
  fileName: z.string(),
  /** Where the file waits to be read. */
  sourceKey: z.string(),
  /** Where the contacts come from where that is no file: whom a connection's phone knows. */
  phone: sparse(z.object({ connectionId: idSchema, list: z.enum(PHONE_LISTS) }).nullable(), null),
  state: z.enum(IMPORT_STATES),
  problem: sparse(z.enum(IMPORT_PROBLEMS).nullable(), null),
  /** How often its reading was begun. */
  tries: sparse(z.int(), 0),
  columns: sparse(z.array(z.string()), []),
  /** Below the headings. */
  rows: sparse(z.int(), 0),
  mapping: sparse(importMappingSchema.nullable(), null),
  ranges: sparse(z.array(rowRangeSchema), []),
  selected: sparse(z.int(), 0),
  /** The n-th selected row becomes the contact of this number and n: numbers of rows that become none stay unused. */
  firstContactId: sparse(z.int(), 0),
  processed: sparse(z.int(), 0),
  created: sparse(z.int(), 0),
  existing: sparse(z.int(), 0),
  ignored: sparse(z.int(), 0),
});
export type ContactImport = z.infer<typeof contactImportSchema>;

/** What became of a stretch of selected rows, written together with the contacts that they became. */
export const importStepSchema = z.object({
  companyId: idSchema,
  importId: z.string(),
  step: z.int().nonnegative(),
  rows: z.int(),
  created: z.int(),
  /** Rows that became no contact, by their places among the selected ones. */
  refused: sparse(z.array(z.object({ at: z.int(), reason: z.enum(ROW_REFUSALS) })), []),
});
export type ImportStep = z.infer<typeof importStepSchema>;
