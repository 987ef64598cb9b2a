import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { DashboardCounters } from '@prosa/shared/contracts/dashboard.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FigureTile, FigureTiles } from '../../../components/figure-tiles.tsx';
import { formatDay, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { changePercent, type Period } from '../period.ts';
import type { useFigures } from '../use-dashboard.ts';
import { NpsPanel } from './nps-panel.tsx';
import { QueueFigures } from './queue-figures.tsx';
import { TicketsByUser, TicketsOverTime } from './ticket-charts.tsx';
import { useMinutesText } from './use-minutes-text.ts';

/** Counters of the present, and counters of the period. */
const NOW = ['supportHappening', 'supportPending', 'supportGroups'] as const;
const OF_PERIOD = [
  'supportFinished',
  'leads',
  'avgWaitTime',
  'avgFirstResponseTime',
  'avgSupportTime',
] as const;
const COUNTERS = [...NOW, ...OF_PERIOD] as const;
type Counter = (typeof COUNTERS)[number];

const isTime = (counter: Counter): boolean => counter.endsWith('Time');
const isOfPeriod = (counter: Counter): boolean => OF_PERIOD.some((name) => name === counter);

interface ComparisonProps {
  now: number;
  before: number;
  /** Whether a smaller figure is a better one. */
  isLessBetter: boolean;
  period: Period;
}

/** How much a figure changed against the period before; nothing where there was nothing before. */
const Comparison = ({ now, before, isLessBetter, period }: ComparisonProps) => {
  const { t } = useTranslation('dashboard');
  const percent = changePercent(now, before);
  if (percent === null) return null;
  const way = percent === 0 ? 'same' : percent > 0 ? 'more' : 'less';
  const tone =
    way === 'same' ? 'text.secondary' : (way === 'less') === isLessBetter ? 'success.text' : 'error.text';
  const against = t('period', { first: formatDay(period.first), last: formatDay(period.last) });
  return (
    <Typography
      variant="caption"
      role="note"
      aria-label={t(`comparison.${way}Name`, { percent: formatNumber(Math.abs(percent)), period: against })}
      data-hint={t('comparison.against', { period: against })}
      sx={{ color: tone, fontWeight: 'fontWeightMedium', fontVariantNumeric: 'tabular-nums' }}
    >
      {t(`comparison.${way}`, { percent: formatNumber(Math.abs(percent)) })}
    </Typography>
  );
};

interface CountersProps {
  counters: DashboardCounters | undefined;
  previous: (Period & { counters: DashboardCounters }) | null;
}

const Counters = ({ counters, previous }: CountersProps) => {
  const { t } = useTranslation('dashboard');
  const minutesText = useMinutesText();
  const shown = (counter: Counter) => {
    if (counters === undefined) return <Skeleton width="60%" />;
    return isTime(counter) ? minutesText(counters[counter]) : formatNumber(counters[counter]);
  };
  return (
    <FigureTiles isBusy={counters === undefined}>
      {COUNTERS.map((counter) => (
        <FigureTile
          key={counter}
          name={t(`counter.${counter}`)}
          value={shown(counter)}
          note={
            counters !== undefined && previous !== null && isOfPeriod(counter) ? (
              <Comparison
                now={counters[counter]}
                before={previous.counters[counter]}
                isLessBetter={isTime(counter)}
                period={previous}
              />
            ) : null
          }
        />
      ))}
    </FigureTiles>
  );
};

/** Whether the present and the period have no data to show. */
const isNothing = (counters: DashboardCounters, attended: number): boolean =>
  attended === 0 && [...NOW, 'tickets', 'leads'].every((name) => Reflect.get(counters, name) === 0);

interface IndicatorsProps {
  period: Period;
  figures: ReturnType<typeof useFigures>;
}

/** Shows the company's figures of a period: counters, tickets over time and by user, and customer ratings. */
export const Indicators = ({ period, figures }: IndicatorsProps) => {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = figures;
  if (data === undefined && error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  const attended = data?.attendants.reduce((sum, { tickets }) => sum + tickets, 0) ?? 0;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, flexShrink: 0 }}>
      <Counters counters={data?.counters} previous={data?.previous ?? null} />
      {data !== undefined && isNothing(data.counters, attended) ? (
        <EmptyState icon={<InsightsOutlined />} title={t('empty.title')} hint={t('empty.hint')} />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <TicketsOverTime period={period} />
          </Box>
          <TicketsByUser attendants={data?.attendants} />
          <NpsPanel counters={data?.counters} />
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <QueueFigures queues={data?.queues} />
          </Box>
        </Box>
      )}
    </Box>
  );
};
