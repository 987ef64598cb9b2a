import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReportRow, ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import { REPORT_DAYS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/query.ts';
import { rarePart } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useReportQuery } from '../hooks/use-report-query.ts';
import { countReportFilters, NO_REPORT_FILTERS, type ReportQuery } from '../report-query.ts';
import { useReportColumns } from './report-columns.tsx';
import { ReportFilterBar, ReportFilterPanel } from './report-filters.tsx';
import { ReportPages } from './report-pages.tsx';

const ExportDialog = rarePart(async () => ({
  default: (await import('../../contacts/components/export-dialog.tsx')).ExportDialog,
}));
const LogDialog = rarePart(() => import('../../messages/components/conversation/log-dialog.tsx'));

const DAY_MS = 24 * 60 * 60 * 1000;

const daysProblemOf = ({ dateFrom, dateTo }: ReportQuery): 'reversed' | 'tooLong' | undefined => {
  if (dateFrom > dateTo) return 'reversed';
  return (Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS >= REPORT_DAYS_MAX ? 'tooLong' : undefined;
};

/** The screen of the ticket report: the attendances of a period, with filters that are in the address. */
const TicketReportScreen = () => {
  const { t } = useTranslation('ticket-report');
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const columns = useReportColumns();
  const { query, change } = useReportQuery();
  const [isFiltersOpen, setFiltersOpen] = useState(countReportFilters(query) > 0);
  const [isExporting, setExporting] = useState(false);
  const [logOf, setLogOf] = useState<number | null>(null);

  const { page, pageSize, contactId, ...given } = query;
  const daysProblem = daysProblemOf(query);
  const isAsked = daysProblem === undefined && 'filter' in parseFilter(query.filter);
  const filters = { ...given, ...(contactId === null ? {} : { contactId }) };
  const report = useQuery({
    ...routeQuery(ticketReportRoutes.list, { query: { ...filters, page, pageSize } }),
    // No event announces changed attendances.
    staleTime: 0,
    enabled: isAsked,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const rows = isAsked ? report.data?.tickets : [];
  const isNarrowed = countReportFilters(query) > 0 || query.searchParam !== '';
  const openTicket = ({ uuid }: ReportRow) => void navigate(paths.ticket(uuid));
  return (
    <Page
      title={t('title')}
      filters={
        <ReportFilterBar
          filters={query}
          daysProblem={daysProblem}
          isOpen={isFiltersOpen}
          onToggle={() => setFiltersOpen(!isFiltersOpen)}
          onChange={change}
        />
      }
      actions={
        <Button
          variant="contained"
          startIcon={<FileDownloadOutlined />}
          disabled={!isAsked}
          onClick={() => setExporting(true)}
        >
          {t('export.action')}
        </Button>
      }
    >
      {isFiltersOpen && <ReportFilterPanel filters={query} onChange={change} />}
      <Box
        // With the filters open, and on phones, the screen scrolls instead of the table.
        sx={{
          display: 'flex',
          flexDirection: 'column',
          minHeight: 0,
          flexShrink: isFiltersOpen || isPhone ? 0 : 1,
        }}
      >
        <DataTable
          label={t('table')}
          columns={columns}
          rows={rows}
          rowKey={({ id, attendanceId }) => `${id} ${attendanceId}`}
          isLoading={isAsked && report.isFetching}
          error={report.error}
          onRetry={() => void report.refetch()}
          onRowClick={openTicket}
          actions={(row) => [
            { id: 'ticket', label: t('action.ticket'), icon: <ForumOutlined />, run: () => openTicket(row) },
            { id: 'log', label: t('action.log'), icon: <HistoryRounded />, run: () => setLogOf(row.id) },
          ]}
          empty={
            <EmptyState
              icon={<AssessmentOutlined />}
              title={t(isAsked ? 'empty.title' : 'empty.problem')}
              hint={t(isNarrowed ? 'empty.narrowedHint' : 'empty.hint')}
              {...(isNarrowed
                ? {
                    action: (
                      <Button
                        variant="outlined"
                        onClick={() => change({ ...NO_REPORT_FILTERS, searchParam: '' })}
                      >
                        {t('empty.clear')}
                      </Button>
                    ),
                  }
                : {})}
            />
          }
        />
        {rows !== undefined && report.data !== undefined && isAsked && (
          <ReportPages
            {...report.data.totalTickets}
            shown={rows.length}
            page={page}
            pageSize={pageSize}
            onChange={change}
          />
        )}
      </Box>
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog
            of={{
              title: t('export.title'),
              hint: t('export.hint'),
              list: ticketReportRoutes.listExports,
              exportedText: (exported) => t('export.exported', { exported }),
              start: () => call(ticketReportRoutes.createExport, { body: filters }),
            }}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
      {logOf !== null && (
        <Suspense fallback={null}>
          <LogDialog ticket={{ id: logOf }} onClose={() => setLogOf(null)} />
        </Suspense>
      )}
    </Page>
  );
};

export default TicketReportScreen;
