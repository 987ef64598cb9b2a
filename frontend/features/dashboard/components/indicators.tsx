import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { DashboardCounters } from '@prosa/shared/contracts/dashboard.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FigureTile, FigureTiles } from '../../../components/figure-tiles.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { formatDay, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { groupsPath } from '../groups-path.ts';
import { changePercent, type Period } from '../period.ts';
import { ENDED, type ReportConditions, reportPath } from '../report-link.ts';
import type { useFigures } from '../use-dashboard.ts';
import { FigureInfo } from './figure-info.tsx';
import { FigureLink } from './figure-link.tsx';
import { GroupFigures } from './group-figures.tsx';
import { HeatmapCard } from './heatmap-card.tsx';
import { NpsPanel } from './nps-panel.tsx';
import { TicketsByUser, TicketsOverTime } from './ticket-charts.tsx';
import { useMinutesText } from './use-minutes-text.ts';

/** Counters of the present, and counters of the period. */
const NOW = ['supportHappening', 'supportPending', 'supportGroups'] as const;
const OF_PERIOD = [
  'leads',
  'supportFinished',
  'reopenRate',
  'avgWaitTime',
  'avgFirstResponseTime',
  'avgSupportTime',
  'avgResolutionTime',
] as const;
const COUNTERS = [...NOW, ...OF_PERIOD] as const;
type Counter = (typeof COUNTERS)[number];

/** The report of the attendances behind each figure of the period. */
const REPORTS: Readonly<Record<(typeof OF_PERIOD)[number], ReportConditions>> = {
  leads: { onlyNewContacts: true },
  supportFinished: ENDED,
  reopenRate: { onlyReopened: true },
  avgWaitTime: {},
  avgFirstResponseTime: {},
  avgSupportTime: ENDED,
  avgResolutionTime: ENDED,
};

const isTime = (counter: Counter): boolean => counter.endsWith('Time');
const isLessBetter = (counter: Counter): boolean => isTime(counter) || counter === 'reopenRate';
const isOfPeriod = (counter: Counter): counter is (typeof OF_PERIOD)[number] =>
  OF_PERIOD.some((name) => name === counter);

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
  period: Period;
  counters: DashboardCounters | undefined;
  previous: (Period & { counters: DashboardCounters }) | null;
}

const Counters = ({ period, counters, previous }: CountersProps) => {
  const { t } = useTranslation('dashboard');
  const { can } = useSession();
  const admin = isAdmin(useUser());
  const minutesText = useMinutesText();
  const textOf = (counter: Counter, value: number): string => {
    if (isTime(counter)) return minutesText(value);
    return counter === 'reopenRate' ? t('nps.percent', { value: formatNumber(value) }) : formatNumber(value);
  };
  const pathOf = (counter: Counter): string | null => {
    if (isOfPeriod(counter)) return reportPath(period, REPORTS[counter]);
    if (counter === 'supportGroups') return can('tickets:group-tab') ? groupsPath(admin) : null;
    return can('moments:view') ? paths.moments : null;
  };
  const shown = (counter: Counter) =>
    counters === undefined ? (
      <Skeleton width="60%" />
    ) : (
      <FigureLink
        to={pathOf(counter)}
        name={t(`counter.${counter}`)}
        value={textOf(counter, counters[counter])}
      />
    );
  return (
    <FigureTiles perRow={5} isBusy={counters === undefined}>
      {COUNTERS.map((counter) => (
        <FigureTile
          key={counter}
          name={t(`counter.${counter}`)}
          value={shown(counter)}
          action={<FigureInfo of={t(`counter.${counter}`)} explanations={[{ text: t(`how.${counter}`) }]} />}
          note={
            counters !== undefined && previous !== null && isOfPeriod(counter) ? (
              <Comparison
                now={counters[counter]}
                before={previous.counters[counter]}
                isLessBetter={isLessBetter(counter)}
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
      <Counters period={period} counters={data?.counters} previous={data?.previous ?? null} />
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
          <TicketsByUser period={period} attendants={data?.attendants} />
          <NpsPanel counters={data?.counters} period={period} />
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <HeatmapCard period={period} heatmap={data?.heatmap} />
          </Box>
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <GroupFigures data={data} period={period} />
          </Box>
        </Box>
      )}
    </Box>
  );
};
