import * as z from 'zod';
import { idSchema } from './common.ts';
import { sparse } from './sparse.ts';

export const EXPORT_STATES = ['running', 'done'] as const;

/** An export of a company's contacts, or of a campaign's receivers, into spreadsheets, started by a user. */
export const contactExportSchema = z.object({
  companyId: idSchema,
  /** Sorts by time. */
  id: z.string(),
  userId: idSchema,
  state: z.enum(EXPORT_STATES),
  /** The campaign whose receivers are exported; null for the company's contacts. */
  campaignId: sparse(idSchema.nullable(), null),
  /** The complete files. */
  files: sparse(z.array(z.object({ key: z.string(), fileName: z.string(), rows: z.int() })), []),
  exported: sparse(z.int(), 0),
  /** Position up to which contacts, in the list by name, or receivers are in complete files. */
  after: sparse(z.string().nullable(), null),
});
export type ContactExport = z.infer<typeof contactExportSchema>;
