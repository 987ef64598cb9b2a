import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import Box from '@mui/material/Box';
import type { DashboardAttendant } from '@prosa/shared/contracts/dashboard.ts';
import { ratingEmoji, userRatingOf } from '@prosa/shared/rules/rating.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { useFigures } from '../use-dashboard.ts';
import { useMinutesText } from './use-minutes-text.ts';

const useColumns = (): Column<DashboardAttendant>[] => {
  const { t } = useTranslation('dashboard');
  const minutesText = useMinutesText();
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
      render: ({ tickets }) => formatNumber(tickets),
    },
    {
      id: 'wait',
      header: t('column.wait'),
      width: '128px',
      align: 'right',
      wideOnly: true,
      render: ({ avgWaitTime }) => minutesText(avgWaitTime),
    },
    {
      id: 'firstResponse',
      header: t('column.firstResponse'),
      width: '128px',
      align: 'right',
      wideOnly: true,
      render: ({ avgFirstResponseTime }) => minutesText(avgFirstResponseTime),
    },
    {
      id: 'support',
      header: t('column.support'),
      width: '128px',
      align: 'right',
      wideOnly: true,
      render: ({ avgSupportTime }) => minutesText(avgSupportTime),
    },
    {
      id: 'rating',
      header: t('column.rating'),
      width: '120px',
      align: 'right',
      render: ({ rating }) =>
        rating === null ? (
          '–'
        ) : (
          <>
            <Box component="span" aria-hidden sx={{ marginRight: 1 }}>
              {ratingEmoji(userRatingOf(rating))}
            </Box>
            {formatNumber(rating)}
          </>
        ),
    },
    {
      id: 'countRating',
      header: t('column.countRating'),
      width: '112px',
      align: 'right',
      wideOnly: true,
      render: ({ countRating }) => formatNumber(countRating),
    },
  ];
};

/** Shows the figures of each attendant in a period. */
export const Attendants = ({ figures }: { figures: ReturnType<typeof useFigures> }) => {
  const { t } = useTranslation('dashboard');
  const columns = useColumns();
  const { data, isPending, error, refetch } = figures;
  return (
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
  );
};
