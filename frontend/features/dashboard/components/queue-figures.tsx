import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { DashboardQueue } from '@prosa/shared/contracts/dashboard.ts';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { ChartCard } from './chart-card.tsx';
import { useMinutesText } from './use-minutes-text.ts';

/** Shows the figures of each queue that had tickets in the period. */
export const QueueFigures = ({ queues }: { queues: readonly DashboardQueue[] | undefined }) => {
  const { t } = useTranslation('dashboard');
  const minutesText = useMinutesText();
  return (
    <ChartCard
      title={t('queues.title')}
      isLoading={queues === undefined}
      empty={queues?.length === 0 ? t('chart.empty') : undefined}
    >
      <Table aria-label={t('queues.title')} sx={{ tableLayout: 'fixed' }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: '34%' }}>{t('queues.queue')}</TableCell>
            <TableCell align="right">{t('column.tickets')}</TableCell>
            <TableCell align="right" sx={{ display: { xs: 'none', md: 'table-cell' } }}>
              {t('counter.supportFinished')}
            </TableCell>
            <TableCell align="right">{t('column.wait')}</TableCell>
            <TableCell align="right">{t('column.firstResponse')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {(queues ?? []).map(({ queue, tickets, finished, avgWaitTime, avgFirstResponseTime }) => (
            <TableRow key={queue?.id ?? 0}>
              <TableCell>
                <QueueChip queue={queue} />
              </TableCell>
              <TableCell align="right">{formatNumber(tickets)}</TableCell>
              <TableCell align="right" sx={{ display: { xs: 'none', md: 'table-cell' } }}>
                {formatNumber(finished)}
              </TableCell>
              <TableCell align="right">{minutesText(avgWaitTime)}</TableCell>
              <TableCell align="right">{minutesText(avgFirstResponseTime)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ChartCard>
  );
};
