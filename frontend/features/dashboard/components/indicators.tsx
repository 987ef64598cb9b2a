import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { DashboardCounters } from '@prosa/shared/contracts/dashboard.ts';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { radius } from '../../../theme/tokens.ts';
import type { Period } from '../period.ts';
import type { useFigures } from '../use-dashboard.ts';
import { NpsPanel } from './nps-panel.tsx';
import { TicketsByUser, TicketsOverTime } from './ticket-charts.tsx';
import { useMinutesText } from './use-minutes-text.ts';

/** Of now, and of the period. */
const NOW = ['supportHappening', 'supportPending', 'supportGroups'] as const;
const OF_PERIOD = ['supportFinished', 'leads', 'avgWaitTime', 'avgSupportTime'] as const;
const COUNTERS = [...NOW, ...OF_PERIOD] as const;
type Counter = (typeof COUNTERS)[number];

const isTime = (counter: Counter): boolean => counter === 'avgWaitTime' || counter === 'avgSupportTime';

const Counters = ({ counters }: { counters: DashboardCounters | undefined }) => {
  const { t } = useTranslation('dashboard');
  const minutesText = useMinutesText();
  return (
    <Box
      component="dl"
      aria-busy={counters === undefined}
      sx={{
        margin: 0,
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(auto-fit, minmax(150px, 1fr))' },
      }}
    >
      {COUNTERS.map((counter) => (
        <Box
          key={counter}
          sx={{
            padding: 4,
            display: 'flex',
            flexDirection: 'column',
            gap: 1,
            justifyContent: 'space-between',
            bgcolor: 'background.paper',
            border: 1,
            borderColor: 'divider',
            borderRadius: `${radius.card}px`,
          }}
        >
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`counter.${counter}`)}
          </Typography>
          <Typography component="dd" variant="h2" sx={{ margin: 0 }}>
            {counters === undefined ? (
              <Skeleton width="60%" />
            ) : isTime(counter) ? (
              minutesText(counters[counter])
            ) : (
              formatNumber(counters[counter])
            )}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};

/** Whether there is anything to tell of: what goes on now, or what the period had. */
const isNothing = (counters: DashboardCounters, attended: number): boolean =>
  attended === 0 && [...NOW, 'tickets', 'leads'].every((name) => Reflect.get(counters, name) === 0);

interface IndicatorsProps {
  period: Period;
  figures: ReturnType<typeof useFigures>;
}

/** The company's figures of a period: counters, tickets over time and by user, and what customers thought of it. */
export const Indicators = ({ period, figures }: IndicatorsProps) => {
  const { t } = useTranslation('dashboard');
  const { data, error, refetch } = figures;
  if (data === undefined && error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  const attended = data?.attendants.reduce((sum, { tickets }) => sum + tickets, 0) ?? 0;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, flexShrink: 0 }}>
      <Counters counters={data?.counters} />
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
        </Box>
      )}
    </Box>
  );
};
