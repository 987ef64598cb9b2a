import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DashboardCounters } from '@prosa/shared/contracts/dashboard.ts';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { Period } from '../period.ts';
import { ENDED, type ReportConditions, reportPath } from '../report-link.ts';
import { ChartCard } from './chart-card.tsx';
import { FigureLink } from './figure-link.tsx';

const Ring = lazyPart(async () => ({ default: (await import('./ring.tsx')).Ring }));

const CLASSES = [
  { id: 'promoters', counter: 'npsPromotersPerc', color: 'success.main' },
  { id: 'passives', counter: 'npsPassivePerc', color: 'warning.main' },
  { id: 'detractors', counter: 'npsDetractorsPerc', color: 'error.main' },
] as const;
const COUNTS = ['withRating', 'waitRating', 'withoutRating'] as const;
const RATED: ReportConditions = { onlyRated: true };
/** The report of the attendances behind each figure. */
const REPORTS = {
  npsScore: RATED,
  promoters: { filter: 'rating:9..10' },
  passives: { filter: 'rating:7..8' },
  detractors: { filter: 'rating:0..6' },
  withRating: RATED,
  waitRating: { ...ENDED, filter: '-rating:0..10' },
  withoutRating: { onlyDeclined: true },
  percRating: RATED,
} as const satisfies Record<string, ReportConditions>;

interface NpsPanelProps {
  counters: DashboardCounters | undefined;
  period: Period;
}

/** Shows the customer ratings: the NPS score, its distribution, and the number of ratings. */
export const NpsPanel = ({ counters, period }: NpsPanelProps) => {
  const { t } = useTranslation('dashboard');
  const pathOf = (figure: keyof typeof REPORTS): string | null => reportPath(period, REPORTS[figure]);
  return (
    <ChartCard
      title={t('nps.title')}
      how={[
        { name: t('nps.score'), text: t('how.npsScore') },
        ...COUNTS.map((counter) => ({ name: t(`counter.${counter}`), text: t(`how.${counter}`) })),
        { name: t('counter.percRating'), text: t('how.percRating') },
      ]}
      isLoading={counters === undefined}
    >
      {counters !== undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 }}>
          <Box sx={{ position: 'relative', flexShrink: 0 }}>
            <Ring
              parts={CLASSES.map(({ id, counter, color }) => ({
                id,
                name: t(`nps.${id}`),
                value: counters[counter],
                color: `var(--mui-palette-${color.replace('.', '-')})`,
              }))}
            />
            <Box
              sx={{
                position: 'absolute',
                inset: 0,
                display: 'flex',
                flexDirection: 'column',
                alignItems: 'center',
                justifyContent: 'center',
                pointerEvents: 'none',
              }}
            >
              <Typography variant="h2" component="p" sx={{ pointerEvents: 'auto' }}>
                {counters.withRating === 0 ? (
                  '–'
                ) : (
                  <FigureLink
                    to={pathOf('npsScore')}
                    name={t('nps.score')}
                    value={formatNumber(counters.npsScore)}
                  />
                )}
              </Typography>
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {t('nps.score')}
              </Typography>
            </Box>
          </Box>
          <Box
            component="dl"
            sx={{ margin: 0, flex: '1 1 200px', display: 'flex', flexDirection: 'column', gap: 2 }}
          >
            {CLASSES.map(({ id, counter, color }) => (
              <Line
                key={id}
                name={t(`nps.${id}`)}
                to={pathOf(id)}
                value={t('nps.percent', { value: formatNumber(counters[counter]) })}
                color={color}
              />
            ))}
            {COUNTS.map((counter) => (
              <Line
                key={counter}
                name={t(`counter.${counter}`)}
                to={pathOf(counter)}
                value={formatNumber(counters[counter])}
              />
            ))}
            <Line
              name={t('counter.percRating')}
              to={pathOf('percRating')}
              value={t('nps.percent', { value: formatNumber(counters.percRating) })}
            />
          </Box>
        </Box>
      )}
    </ChartCard>
  );
};

interface LineProps {
  name: string;
  value: string;
  /** Where its tickets are. */
  to: string | null;
  color?: string;
}

const Line = ({ name, value, to, color }: LineProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 10,
        height: 10,
        borderRadius: '50%',
        flexShrink: 0,
        ...(color === undefined ? {} : { bgcolor: color }),
      }}
    />
    <Typography component="dt" variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
      {name}
    </Typography>
    <Typography component="dd" variant="body2" sx={{ margin: 0, fontWeight: 'fontWeightMedium' }}>
      <FigureLink to={to} name={name} value={value} />
    </Typography>
  </Box>
);
