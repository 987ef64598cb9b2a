import * as z from 'zod';
import { idSchema } from './common.ts';
import { sparse } from './sparse.ts';
import { ticketStatusSchema } from './ticket-terms.ts';

export const EXPORT_STATES = ['running', 'done'] as const;

/** The filters of a ticket report; see `contracts/ticket-report.ts`. Empty lists do not filter. */
export const reportFiltersSchema = z.object({
  searchParam: sparse(z.string(), ''),
  contactId: sparse(idSchema.nullable(), null),
  whatsappId: sparse(z.array(idSchema), []),
  users: sparse(z.array(idSchema), []),
  queueIds: sparse(z.array(idSchema), []),
  tags: sparse(z.array(idSchema), []),
  status: sparse(z.array(ticketStatusSchema), []),
  /** Days in the company's time zone, both included. */
  dateFrom: z.iso.date(),
  dateTo: z.iso.date(),
  onlyRated: sparse(z.boolean(), false),
  onlyReopened: sparse(z.boolean(), false),
  onlyDeclined: sparse(z.boolean(), false),
  onlyNewContacts: sparse(z.boolean(), false),
  filter: sparse(z.string(), ''),
});
export type ReportFilters = z.infer<typeof reportFiltersSchema>;

/**
 * An export of a company's contacts, of a campaign's receivers or of the ticket report into spreadsheets, started by a
 * user.
 */
export const contactExportSchema = z.object({
  companyId: idSchema,
  /** Sorts by time. */
  id: z.string(),
  userId: idSchema,
  state: z.enum(EXPORT_STATES),
  /** The campaign whose receivers are exported; null otherwise. */
  campaignId: sparse(idSchema.nullable(), null),
  /** The ticket report that is exported; null otherwise. */
  report: sparse(reportFiltersSchema.nullable(), null),
  /** The complete files. */
  files: sparse(z.array(z.object({ key: z.string(), fileName: z.string(), rows: z.int() })), []),
  exported: sparse(z.int(), 0),
  /** Position up to which contacts, in the list by name, receivers or attendances are in complete files. */
  after: sparse(z.string().nullable(), null),
});
export type ContactExport = z.infer<typeof contactExportSchema>;
