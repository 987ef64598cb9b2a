import { REPORT_EXPORT_MAX, type ReportRow } from '@prosa/shared/contracts/ticket-report.ts';
import type { ReportFilters } from '@prosa/shared/entities/contact-export.ts';
import { SPREADSHEET_TEXTS } from '@prosa/shared/i18n/spreadsheet-texts.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { presentReportRow } from '../../domain/ticket-report/present-report-row.ts';
import { reportScopeOf } from '../../domain/ticket-report/report-scope.ts';
import type { Attendant } from '../../platform/auth/principal.ts';
import type { ExportRow } from '../../repositories/contacts/contact-files.ts';
import { reportSteps, withTickets } from '../../repositories/tickets/ticket-report.ts';
import { type ExportPorts, writeExport } from './write-export.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Formats a duration as hours, minutes and seconds, `26:05:09`, which spreadsheets read as a duration. */
const clockText = (seconds: number): string =>
  [Math.floor(seconds / HOUR_S), Math.floor((seconds % HOUR_S) / MINUTE_S), seconds % MINUTE_S]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/**
 * Writes the file of an export of the ticket report: the rows that its user may see now, {@link REPORT_EXPORT_MAX} at
 * most, the latest first. Numbers are masked if the user may not see them (S-58). Times are those of the company's
 * clock.
 */
export const exportReport = async (
  ports: ExportPorts,
  found: ExportRow,
  { directory, user, viewer }: Attendant,
  filters: ReportFilters,
): Promise<void> => {
  const { table, clock } = ports;
  const { report: texts } = SPREADSHEET_TEXTS[directory.settings.language];
  const { timeZone } = directory.company;
  const maskNumbers = hidesNumbers(directory.settings, user);
  const nowMs = clock.now();
  const scope = reportScopeOf(filters, { timeZone, nowMs, viewer, hidesNumbers: maskNumbers });
  const cellsOf = (row: ReportRow): string[] => [
    String(row.id),
    row.uuid,
    row.whatsappName,
    row.contactName,
    row.userName,
    row.queueName,
    texts.statuses[row.ticketStatus],
    row.reopened ? texts.yes : '',
    row.lastMessage,
    row.createdAt,
    row.closedAt,
    row.supportSeconds === null ? '' : clockText(row.supportSeconds),
    row.NPS === null ? '' : String(row.NPS),
  ];
  const steps = reportSteps(table, scope);
  let left = REPORT_EXPORT_MAX;
  await writeExport(ports, found, directory, {
    sheetName: texts.attendances,
    fileName: texts.attendances,
    header: [
      texts.ticket,
      texts.link,
      texts.connection,
      texts.contact,
      texts.user,
      texts.queue,
      texts.status,
      texts.reopened,
      texts.lastMessage,
      texts.began,
      texts.ended,
      texts.duration,
      texts.rating,
    ],
    // The report is one file, so reading always starts at its beginning.
    read: async () => {
      const step = await steps.next();
      if (step.done === true) return { rows: [] };
      const shown = (await withTickets(table, step.value.matches)).slice(0, left);
      left -= shown.length;
      const rows = shown.map(({ attendance, ticket }) =>
        cellsOf(presentReportRow(attendance, ticket, directory, { maskNumbers, timeZone })),
      );
      return left === 0 ? { rows } : { rows, next: step.value.position };
    },
  });
};
