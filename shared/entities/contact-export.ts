import * as z from 'zod';
import { idSchema } from './common.ts';
import { sparse } from './sparse.ts';

export const EXPORT_STATES = ['running', 'done'] as const;

/** An export of a company's contacts into spreadsheets, started by a user. */
export const contactExportSchema = z.object({
  companyId: idSchema,
  /** Sorts by time. */
  id: z.string(),
  userId: idSchema,
  state: z.enum(EXPORT_STATES),
  /** The complete files. */
  files: sparse(z.array(z.object({ key: z.string(), fileName: z.string(), rows: z.int() })), []),
  exported: sparse(z.int(), 0),
  /** Position in the list by name up to which contacts are in complete files. */
  after: sparse(z.string().nullable(), null),
});
export type ContactExport = z.infer<typeof contactExportSchema>;
