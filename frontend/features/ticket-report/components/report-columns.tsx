import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReportRow } from '@prosa/shared/contracts/ticket-report.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { Column } from '../../../components/data-table.tsx';
import { StatusChip, type Tone } from '../../../components/status-chip.tsx';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { durationParts } from '../duration.ts';

const TONES: Record<TicketStatus, Tone> = {
  pending: 'warning',
  open: 'primary',
  closed: 'success',
  group: 'info',
  lgpd: 'secondary',
  nps: 'secondary',
};

const useDurationText = (): ((seconds: number) => string) => {
  const { t } = useTranslation('ticket-report');
  return (seconds) => {
    const { days, hours, minutes } = durationParts(seconds);
    if (days > 0) return t('duration.days', { days, hours });
    return hours > 0 ? t('duration.hours', { hours, minutes }) : t('duration.minutes', { minutes });
  };
};

const Times = ({ row }: { row: ReportRow }) => (
  <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
    {formatDateTime(row.beganAt)}
    {row.endedAt !== null && (
      <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
        {formatDateTime(row.endedAt)}
      </Typography>
    )}
  </Box>
);

/** The contact and the connection, and what the table has no column for in a narrow window. */
const ContactCell = ({ row, isLarge }: { row: ReportRow; isLarge: boolean }) => {
  const { t } = useTranslation('ticket-report');
  const place = isLarge ? [row.whatsappName] : [`#${row.id}`, row.queueName, row.whatsappName];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
        <Typography noWrap sx={{ minWidth: 0 }}>
          {row.contactName}
        </Typography>
        {row.reopened && <Chip size="small" variant="outlined" label={t('reopened')} />}
      </Box>
      <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
        {place.filter((text) => text !== '').join(' · ')}
      </Typography>
    </Box>
  );
};

/** Columns that only a large window has room for. */
const LARGE_ONLY: ReadonlySet<string> = new Set(['id', 'queue', 'lastMessage', 'duration']);

/** Returns the columns of the report for the window's width. */
export const useReportColumns = (): Column<ReportRow>[] => {
  const { t } = useTranslation(['ticket-report', 'tickets']);
  const isLarge = useMediaQuery((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const durationText = useDurationText();
  const columns: Column<ReportRow>[] = [
    { id: 'id', header: t('column.id'), width: '64px', render: ({ id }) => id },
    {
      id: 'contact',
      header: t('column.contact'),
      render: (row) => <ContactCell row={row} isLarge={isLarge} />,
    },
    {
      id: 'user',
      header: t('column.user'),
      width: '11%',
      wideOnly: true,
      render: ({ userName }) => userName,
    },
    { id: 'queue', header: t('column.queue'), width: '10%', render: ({ queueName }) => queueName },
    {
      id: 'status',
      header: t('column.status'),
      width: '136px',
      stacks: true,
      render: ({ ticketStatus }) => (
        <StatusChip label={t(`tickets:status.${ticketStatus}`)} tone={TONES[ticketStatus]} />
      ),
    },
    { id: 'lastMessage', header: t('column.lastMessage'), render: ({ lastMessage }) => lastMessage },
    {
      id: 'times',
      header: t('column.times'),
      width: '152px',
      stacks: true,
      render: (row) => <Times row={row} />,
    },
    {
      id: 'duration',
      header: t('column.duration'),
      width: '100px',
      align: 'right',
      render: ({ supportSeconds }) => (supportSeconds === null ? '–' : durationText(supportSeconds)),
    },
    {
      id: 'nps',
      header: t('column.nps'),
      width: '64px',
      align: 'right',
      wideOnly: true,
      render: ({ NPS }) => NPS ?? '–',
    },
  ];
  return columns.filter(({ id }) => isLarge || !LARGE_ONLY.has(id));
};
