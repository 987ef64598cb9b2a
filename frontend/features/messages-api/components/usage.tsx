import BarChartRounded from '@mui/icons-material/BarChartRounded';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import { type ApiUsageView, apiUsageRoutes } from '@prosa/shared/contracts/api-usage.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FigureTile, FigureTiles } from '../../../components/figure-tiles.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { routeQuery } from '../../../lib/api/query.ts';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { formatDay, formatNumber, todayIn } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { ChartCard } from '../../dashboard/components/chart-card.tsx';
import { lastMonths, messagesByDay } from '../usage-month.ts';

const Bars = lazyPart(async () => ({ default: (await import('../../dashboard/components/bars.tsx')).Bars }));

/** The counters in the order of the columns; the first is the sum of all messages. */
const COUNTERS = [
  'UsedOnDay',
  'usedText',
  'usedImage',
  'usedVideo',
  'usedPDF',
  'usedOther',
  'usedCheckNumber',
] as const;
/** Counters that a phone shows, too. */
const MAIN: readonly string[] = ['UsedOnDay', 'usedCheckNumber'];

const useColumns = (): Column<ApiUsageView>[] => {
  const { t } = useTranslation('messages-api');
  return [
    { id: 'day', header: t('usage.day'), render: ({ day }) => formatDay(day) },
    ...COUNTERS.map((counter) => ({
      id: counter,
      header: t(`usage.${counter}`),
      // On a phone two of them leave room for a whole date.
      width: '112px',
      align: 'right' as const,
      wideOnly: !MAIN.includes(counter),
      render: (row: ApiUsageView) => formatNumber(row[counter]),
    })),
  ];
};

/** The use of the external API in a month: sums, a chart and a table by day. */
export const Usage = () => {
  const { t } = useTranslation('messages-api');
  const { timeZone } = useUser().company;
  const months = lastMonths(todayIn(timeZone));
  const [month, setMonth] = useState(months[0] ?? '');
  const { data, error, isPending, isError, refetch } = useQuery({
    ...routeQuery(apiUsageRoutes.list, { query: { month } }),
    // Always refetched, because no event announces a changed count.
    staleTime: 0,
    meta: { silent: true },
  });
  const columns = useColumns();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <SelectField
        label={t('usage.month')}
        value={month}
        onChange={(event) => setMonth(event.target.value)}
        sx={{ width: { xs: '100%', md: 200 } }}
      >
        {months.map((each) => (
          <MenuItem key={each} value={each}>
            {formatDay(each)}
          </MenuItem>
        ))}
      </SelectField>
      {data !== undefined && data.days.length > 0 && (
        <FigureTiles>
          {COUNTERS.map((counter) => (
            <FigureTile
              key={counter}
              name={t(`usage.${counter}`)}
              value={formatNumber(data.total[counter])}
            />
          ))}
        </FigureTiles>
      )}
      {data?.days.length !== 0 && (
        <ChartCard
          title={t('usage.chart')}
          isLoading={data === undefined}
          isFailed={isError}
          onRetry={() => void refetch()}
        >
          <Bars
            bars={messagesByDay(month, data?.days ?? []).map(({ day, total }) => ({
              name: formatDay(day),
              total,
            }))}
            label={t('usage.UsedOnDay')}
            shorten={(name) => name.slice(0, 2)}
          />
        </ChartCard>
      )}
      <DataTable
        label={t('tab.usage')}
        rows={data?.days}
        rowKey={({ day }) => day}
        columns={columns}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState icon={<BarChartRounded />} title={t('usage.empty')} hint={t('usage.emptyHint')} />}
      />
    </Box>
  );
};
