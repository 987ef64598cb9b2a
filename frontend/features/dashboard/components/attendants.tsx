import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import Box from '@mui/material/Box';
import type { DashboardAttendant } from '@prosa/shared/contracts/dashboard.ts';
import { ratingEmoji, userRatingOf } from '@prosa/shared/rules/rating.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { Period } from '../period.ts';
import { ENDED, type ReportConditions, reportPath } from '../report-link.ts';
import type { useFigures } from '../use-dashboard.ts';
import { FigureInfo } from './figure-info.tsx';
import { FigureLink } from './figure-link.tsx';
import { useMinutesText } from './use-minutes-text.ts';

const useColumns = (period: Period): Column<DashboardAttendant>[] => {
  const { t } = useTranslation('dashboard');
  const minutesText = useMinutesText();
  const linked = (name: string, value: string, conditions: ReportConditions) => (
    <FigureLink to={reportPath(period, conditions)} name={name} value={value} />
  );
  return [
    { id: 'name', header: t('column.name'), render: ({ name }) => name },
    {
      id: 'online',
      header: t('column.online'),
      width: '120px',
      stacks: true,
      render: ({ online }) => (
        <StatusChip label={t(online ? 'online' : 'offline')} tone={online ? 'success' : 'secondary'} />
      ),
    },
    {
      id: 'tickets',
      header: t('column.tickets'),
      width: '112px',
      align: 'right',
      render: ({ id, tickets }) => linked(t('column.tickets'), formatNumber(tickets), { users: [id] }),
    },
    {
      id: 'wait',
      header: t('column.wait'),
      width: '128px',
      align: 'right',
      wideOnly: true,
      render: ({ id, avgWaitTime }) => linked(t('column.wait'), minutesText(avgWaitTime), { users: [id] }),
    },
    {
      id: 'firstResponse',
      header: t('column.firstResponse'),
      width: '128px',
      align: 'right',
      wideOnly: true,
      render: ({ id, avgFirstResponseTime }) =>
        linked(t('column.firstResponse'), minutesText(avgFirstResponseTime), { users: [id] }),
    },
    {
      id: 'support',
      header: t('column.support'),
      width: '128px',
      align: 'right',
      wideOnly: true,
      render: ({ id, avgSupportTime }) =>
        linked(t('column.support'), minutesText(avgSupportTime), { users: [id], ...ENDED }),
    },
    {
      id: 'rating',
      header: t('column.rating'),
      width: '120px',
      align: 'right',
      render: ({ id, rating }) =>
        rating === null ? (
          '–'
        ) : (
          <>
            <Box component="span" aria-hidden sx={{ marginRight: 1 }}>
              {ratingEmoji(userRatingOf(rating))}
            </Box>
            {linked(t('column.rating'), formatNumber(rating), { users: [id], onlyRated: true })}
          </>
        ),
    },
    {
      id: 'countRating',
      header: t('column.countRating'),
      width: '112px',
      align: 'right',
      wideOnly: true,
      render: ({ id, countRating }) =>
        linked(t('column.countRating'), formatNumber(countRating), { users: [id], onlyRated: true }),
    },
  ];
};

interface AttendantsProps {
  period: Period;
  figures: ReturnType<typeof useFigures>;
}

/** Shows the figures of each attendant in a period. */
export const Attendants = ({ period, figures }: AttendantsProps) => {
  const { t } = useTranslation('dashboard');
  const columns = useColumns(period);
  const { data, isPending, error, refetch } = figures;
  return (
    <>
      <Box
        sx={{ display: 'flex', justifyContent: 'flex-end', paddingRight: 2, marginBottom: 3, flexShrink: 0 }}
      >
        <FigureInfo
          of={t('tab.attendants')}
          explanations={[
            { name: t('column.tickets'), text: t('how.tickets') },
            { name: t('column.wait'), text: t('how.avgWaitTime') },
            { name: t('column.firstResponse'), text: t('how.avgFirstResponseTime') },
            { name: t('column.support'), text: t('how.avgSupportTime') },
            { name: t('column.rating'), text: t('how.rating') },
            { name: t('column.countRating'), text: t('how.withRating') },
          ]}
        />
      </Box>
      <DataTable
        label={t('tab.attendants')}
        columns={columns}
        rows={data?.attendants}
        rowKey={({ id }) => id}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState icon={<GroupsOutlined />} title={t('empty.title')} />}
      />
    </>
  );
};
