import type { DashboardAttendant } from '@prosa/shared/contracts/dashboard.ts';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { type Period, timeBars } from '../period.ts';
import { reportPath } from '../report-link.ts';
import { useTicketsOverTime } from '../use-dashboard.ts';
import { ChartCard } from './chart-card.tsx';

const Bars = lazyPart(async () => ({ default: (await import('./bars.tsx')).Bars }));

/** Maximum of users shown, those with the most tickets; the other tab lists all. */
const MAX_USERS_SHOWN = 10;

/** Shows tickets by their start time. */
export const TicketsOverTime = ({ period }: { period: Period }) => {
  const { t } = useTranslation('dashboard');
  const { data, isError, refetch } = useTicketsOverTime(period);
  const isHours = period.first === period.last;
  return (
    <ChartCard
      title={isHours ? t('chart.hours') : t('chart.days')}
      how={[{ text: t('how.chart') }]}
      to={reportPath(period)}
      isLoading={data === undefined}
      isFailed={isError}
      onRetry={() => void refetch()}
      empty={data?.count === 0 ? t('chart.empty') : undefined}
    >
      <Bars
        bars={data === undefined ? [] : timeBars(period, data.data)}
        label={t('chart.tickets')}
        // The label omits the year, because the bar's heading and the filter show it.
        shorten={(name) => (isHours ? t('chart.hour', { hour: name }) : name.slice(0, name.length - 5))}
      />
    </ChartCard>
  );
};

interface TicketsByUserProps {
  period: Period;
  attendants: readonly DashboardAttendant[] | undefined;
}

/** Shows tickets by user, from the figures that the other tab lists in full. */
export const TicketsByUser = ({ period, attendants }: TicketsByUserProps) => {
  const { t } = useTranslation('dashboard');
  const bars = (attendants ?? [])
    .filter(({ tickets }) => tickets > 0)
    .toSorted((a, b) => b.tickets - a.tickets)
    .slice(0, MAX_USERS_SHOWN);
  return (
    <ChartCard
      title={t('chart.users')}
      how={[{ text: t('how.tickets') }]}
      to={reportPath(period)}
      isLoading={attendants === undefined}
      empty={bars.length === 0 ? t('chart.empty') : undefined}
    >
      <Bars
        bars={bars.map(({ name, tickets }) => ({ name, total: tickets }))}
        label={t('chart.tickets')}
        isHorizontal
      />
    </ChartCard>
  );
};
