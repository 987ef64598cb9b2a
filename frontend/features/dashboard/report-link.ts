import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { REPORT_DAYS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { paths } from '../../lib/screen/paths.ts';
import { daysIn, type Period } from './period.ts';

/** Conditions of the report besides its days, by the names of its query. */
export interface ReportConditions {
  queueIds?: readonly number[];
  users?: readonly number[];
  whatsappId?: readonly number[];
  tags?: readonly number[];
  status?: readonly TicketStatus[];
  onlyRated?: boolean;
  onlyReopened?: boolean;
  onlyDeclined?: boolean;
  onlyNewContacts?: boolean;
  /** In the text form of filters. */
  filter?: string;
}

/** The attendances that ended. */
export const ENDED: ReportConditions = { status: ['closed'] };

/**
 * Returns the path of the report of the attendances that began in a period, which are those that the dashboard counts;
 * null for a period that is too long for a report.
 */
export const reportPath = (period: Period, conditions: ReportConditions = {}): string | null => {
  if (daysIn(period) > REPORT_DAYS_MAX) return null;
  const query = new URLSearchParams({ dateFrom: period.first, dateTo: period.last });
  for (const [name, value] of Object.entries(conditions))
    query.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value));
  return `${paths.reports}?${query.toString()}`;
};
