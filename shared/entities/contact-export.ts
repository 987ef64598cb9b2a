import * as z from 'zod';
import { idSchema } from './common.ts';
import { sparse } from './sparse.ts';

export const EXPORT_STATES = ['running', 'done'] as const;

/** A company's contacts on their way into spreadsheets, as one person's work. */
export const contactExportSchema = z.object({
  companyId: idSchema,
  /** Sorts by time. */
  id: z.string(),
  userId: idSchema,
  state: z.enum(EXPORT_STATES),
  /** The files that are whole. */
  files: sparse(z.array(z.object({ key: z.string(), fileName: z.string(), rows: z.int() })), []),
  exported: sparse(z.int(), 0),
  /** The place in the list by name up to which contacts are in a whole file. */
  after: sparse(z.string().nullable(), null),
});
export type ContactExport = z.infer<typeof contactExportSchema>;
