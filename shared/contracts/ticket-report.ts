import * as z from 'zod';
import { idSchema, instantSchema } from '../entities/common.ts';
import { ticketStatusSchema } from '../entities/ticket-terms.ts';
import { FILTER_TEXT_MAX } from '../rules/filters/filter-text.ts';
import { exportViewSchema } from './contact-files.ts';
import { booleanQuery, idInput, listInput, searchInput } from './fields.ts';
import { route } from './route.ts';

/** Page sizes of the report; the first is the default of older clients' screens. */
export const REPORT_PAGE_SIZES = [5, 10, 20, 50] as const;
export const REPORT_PAGE_SIZE = 10;
/** Up to this many attendances of a report are counted exactly. */
export const REPORT_COUNTED = 2_000;
/** Attendances of one export. */
export const REPORT_EXPORT_MAX = 100_000;

/** `YYYY-MM-DD` in the company's time zone; '' for the default: from the first of the month to today. */
const dayInput = z.union([z.iso.date(), z.literal('')]).default('');

/** The filters of the report. Empty lists do not filter. */
export const reportFilters = {
  /** Words of the contact's name or number, or a ticket's id. */
  searchParam: searchInput,
  contactId: z.union([idInput, z.literal('').transform(() => undefined)]).optional(),
  whatsappId: listInput(idInput).default([]),
  users: listInput(idInput).default([]),
  queueIds: listInput(idInput).default([]),
  tags: listInput(idInput).default([]),
  status: listInput(ticketStatusSchema).default([]),
  dateFrom: dayInput,
  dateTo: dayInput,
  onlyRated: booleanQuery.default(false),
  /** Only attendances of tickets that had one before. */
  onlyReopened: booleanQuery.default(false),
  /** Only ended attendances without a rating because the customer declined to rate. */
  onlyDeclined: booleanQuery.default(false),
  /** Only the attendance with which a contact's first ticket began; tickets of imported messages are not a first one. */
  onlyNewContacts: booleanQuery.default(false),
  /** Further conditions, in the text form of filters. */
  filter: z.string().max(FILTER_TEXT_MAX).default(''),
};

/** One attendance of a ticket: a ticket that was reopened has several rows. */
export const reportRowSchema = z.object({
  /** Of the ticket. */
  id: idSchema,
  uuid: z.uuid(),
  /** Of the attendance, unique within the ticket. */
  attendanceId: z.string(),
  /** Whether the ticket had an attendance before this one. */
  reopened: z.boolean(),
  whatsappName: z.string(),
  contactName: z.string(),
  userName: z.string(),
  queueName: z.string(),
  /** In Portuguese and capitals, as older clients show it. */
  status: z.string(),
  /** `closed` for an attendance that ended, otherwise that of the ticket. */
  ticketStatus: ticketStatusSchema,
  lastMessage: z.string(),
  /** `DD/MM/YYYY HH:mm` in the company's time zone. */
  createdAt: z.string(),
  /** In the same format; '' for an attendance that goes on. */
  closedAt: z.string(),
  beganAt: instantSchema,
  endedAt: instantSchema.nullable(),
  /** From the beginning to the rating, or to the end: `0 days, 1 hours and 25 minutes`; '' for one that goes on. */
  supportTime: z.string(),
  supportSeconds: z.int().nullable(),
  /** Points of the rating, 0 to 10; null without one. */
  NPS: z.int().min(0).max(10).nullable(),
});
export type ReportRow = z.infer<typeof reportRowSchema>;

const report = {
  permission: 'dashboard:view',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
} as const;

export const ticketReportRoutes = {
  list: route({
    id: 'ticketReport.list',
    method: 'GET',
    path: '/ticketreport/reports',
    query: z.strictObject({
      ...reportFilters,
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: z.object({
      tickets: z.array(reportRowSchema),
      totalTickets: z.object({
        total: z.int().nonnegative(),
        /** Whether there may be more than were counted. */
        more: z.boolean(),
      }),
    }),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...report,
    rate: 'heavy',
    summary: `The attendances that began in a period, the latest first: one row for each, also of a reopened ticket. Up to ${REPORT_COUNTED} are counted`,
  }),
  createExport: route({
    id: 'ticketReport.createExport',
    method: 'POST',
    path: '/ticketreport/exports',
    body: z.object(reportFilters),
    response: exportViewSchema,
    status: 202,
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT', 'ERR_RUNNING_LIMIT'],
    ...report,
    rate: 'heavy',
    summary: `Has all attendances that match written into a spreadsheet, ${REPORT_EXPORT_MAX} at most. One of the same filters that is still being written is answered again`,
  }),
  listExports: route({
    id: 'ticketReport.listExports',
    method: 'GET',
    path: '/ticketreport/exports',
    response: z.object({ exports: z.array(exportViewSchema) }),
    errors: ['ERR_NO_PERMISSION'],
    ...report,
    rate: 'standard',
    summary:
      "The caller's last exports of the report, the newest first, with short-lived links to their files",
  }),
} as const;
