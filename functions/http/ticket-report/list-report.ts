import { REPORT_COUNTED, type ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { presentationFor, tableOf } from '../../conversations/ticket-access.ts';
import { presentReportRow } from '../../domain/ticket-report/present-report-row.ts';
import { type ReportScope, reportScopeOf } from '../../domain/ticket-report/report-scope.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import type { Table } from '../../platform/table/table.ts';
import { type ReportMatch, reportSteps, withTickets } from '../../repositories/tickets/ticket-report.ts';
import { askedReport } from './asked-report.ts';

/** Attendances that are read for one page, of 0.4 kB each: 1,000 read units. */
const EXAMINED_MAX = 20_000;
/**
 * Tickets that are read to decide whether their attendances belong to the report: 2,000 read units, and as many for the
 * figures of their contacts in a report of new contacts.
 */
const LOADED_MAX = 4_000;
/** Attendances that are read at first: many reports have fewer. */
const READ_AT_FIRST = 300;

interface ReportPage {
  matches: ReportMatch[];
  total: number;
  more: boolean;
}

/**
 * Walks through a report from its start up to the end of a page, and on until {@link REPORT_COUNTED} rows are counted
 * or the limits above are reached.
 */
const walkReport = async (
  table: Table,
  scope: ReportScope,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ReportPage> => {
  const end = page * pageSize;
  const counted = Math.max(end, REPORT_COUNTED);
  const matches: ReportMatch[] = [];
  let [total, examined, loaded] = [0, 0, 0];
  let more = false;
  for await (const step of reportSteps(table, scope, { perCall: READ_AT_FIRST })) {
    matches.push(...step.matches.slice(Math.max(0, end - pageSize - total), Math.max(0, end - total)));
    total += step.matches.length;
    examined += step.examined;
    loaded += step.loaded;
    more = step.isCut;
    if (total > counted || examined >= EXAMINED_MAX || loaded >= LOADED_MAX) {
      more = true;
      break;
    }
  }
  return { matches, total: Math.min(total, REPORT_COUNTED), more: more || total > REPORT_COUNTED };
};

/**
 * Lists a page of the report. Rows that the caller may not see are neither listed nor counted. Half a read unit for every
 * eight to ten attendances up to the two thousandth that matches, and one for each row of the page; callers who do not
 * see every ticket, and filters on fields of the ticket, also cost half a unit for each attendance in question, and a
 * report of new contacts one unit. Each year without attendances costs half a unit.
 */
export const listReport: RouteHandler<typeof ticketReportRoutes.list> = async ({
  principal,
  query,
  clock,
}) => {
  const { viewer, directory, user } = principal;
  const { timeZone } = directory.company;
  const nowMs = clock.now();
  const table = tableOf(principal);
  const { page, pageSize, ...filters } = query;
  const scope = reportScopeOf(askedReport(filters, timeZone, nowMs), {
    timeZone,
    nowMs,
    viewer,
    hidesNumbers: hidesNumbers(directory.settings, user),
  });
  const { matches, total, more } = await walkReport(table, scope, { page, pageSize });
  const presentation = { ...presentationFor(principal), timeZone };
  const tickets = (await withTickets(table, matches)).map(({ attendance, ticket }) =>
    presentReportRow(attendance, ticket, directory, presentation),
  );
  return { tickets, totalTickets: { total, more } };
};
