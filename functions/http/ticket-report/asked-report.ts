import type { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import type { ReportFilters } from '@prosa/shared/entities/contact-export.ts';
import { reportPeriod } from '../../domain/ticket-report/report-range.ts';
import { readConditions } from '../../domain/ticket-report/report-scope.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';

type Asked = HandlerContext<typeof ticketReportRoutes.createExport>['body'];

/**
 * Returns the filters of a request with their days, which are the default ones where the request has none.
 * @throws AppError ERR_VALIDATION for impossible days, or a text of conditions that is none
 */
export const askedReport = (
  { contactId, dateFrom, dateTo, ...filters }: Asked,
  timeZone: string,
  nowMs: number,
): ReportFilters => {
  readConditions(filters.filter);
  const { first, last } = reportPeriod({ dateFrom, dateTo }, timeZone, nowMs);
  return { ...filters, contactId: contactId ?? null, dateFrom: first, dateTo: last };
};
