import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { HEATMAP_DAYS_MAX, type Heatmap } from '@prosa/shared/contracts/dashboard.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { font, radius } from '../../../theme/tokens.ts';
import { peakOf, SHADES, shadeOf } from '../heatmap-scale.ts';
import type { Period } from '../period.ts';
import { reportPath } from '../report-link.ts';
import { ChartCard } from './chart-card.tsx';

/** Every how many hours the hour is written above its column. */
const LABELLED_HOURS = 3;
const CELL_PX = 28;
const SHADE_PERCENT = 100 / SHADES;

/** Returns the background of a shade: the accent colour over the card, so that it is right in both themes. */
const shadeColor = (shade: number): string =>
  shade === 0
    ? 'var(--mui-palette-action-hover)'
    : `color-mix(in srgb, var(--mui-palette-primary-main) ${shade * SHADE_PERCENT}%, var(--mui-palette-background-paper))`;

const Legend = ({ largest }: { largest: number }) => (
  <Box aria-hidden sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
    <Typography variant="caption" sx={{ color: 'text.secondary' }}>
      {formatNumber(0)}
    </Typography>
    {Array.from({ length: SHADES + 1 }, (_none, shade) => shade).map((shade) => (
      <Box
        key={shade}
        sx={{ width: 16, height: 16, borderRadius: `${radius.tail}px`, bgcolor: shadeColor(shade) }}
      />
    ))}
    <Typography variant="caption" sx={{ color: 'text.secondary' }}>
      {formatNumber(largest)}
    </Typography>
  </Box>
);

const Grid = ({ heatmap, largest }: { heatmap: Heatmap; largest: number }) => {
  const { t } = useTranslation('dashboard');
  const { t: week } = useTranslation('week-hours');
  const hours = heatmap[0]?.hours.map((_total, hour) => hour) ?? [];
  return (
    <Box
      component="table"
      aria-label={t('heatmap.title')}
      sx={{
        width: '100%',
        tableLayout: 'fixed',
        borderCollapse: 'separate',
        borderSpacing: '2px',
        fontSize: font.caption,
        fontVariantNumeric: 'tabular-nums',
        '& th': { padding: 0, color: 'text.secondary', fontWeight: 'fontWeightRegular' },
        '& thead th': { textAlign: 'left', whiteSpace: 'nowrap', overflow: 'visible' },
        '& tbody th': { textAlign: 'left' },
        '& td': { position: 'relative', height: CELL_PX, padding: 0, borderRadius: `${radius.tail}px` },
      }}
    >
      <colgroup>
        <Box component="col" sx={{ width: 36 }} />
        {hours.map((hour) => (
          <col key={hour} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <td>
            <VisuallyHidden>{t('heatmap.weekday')}</VisuallyHidden>
          </td>
          {hours.map((hour) => (
            <th key={hour} scope="col">
              {hour % LABELLED_HOURS === 0 ? hour : <VisuallyHidden>{hour}</VisuallyHidden>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {heatmap.map(({ weekday, hours: totals }) => (
          <tr key={weekday}>
            <th scope="row" aria-label={week(`weekday.${weekday}`)}>
              {t(`heatmap.short.${weekday}`)}
            </th>
            {hours.map((hour) => {
              const total = totals[hour] ?? 0;
              return (
                <Box
                  component="td"
                  key={hour}
                  data-hint={t('heatmap.cell', {
                    weekday: week(`weekday.${weekday}`),
                    hour: t('chart.hour', { hour }),
                    total: formatNumber(total),
                  })}
                  data-hint-side="top"
                  sx={{ bgcolor: shadeColor(shadeOf(total, largest)) }}
                >
                  <VisuallyHidden>{formatNumber(total)}</VisuallyHidden>
                </Box>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Box>
  );
};

interface HeatmapCardProps {
  period: Period;
  /** Undefined while it loads; null if the period is too long for it. */
  heatmap: Heatmap | null | undefined;
}

/** Shows how many attendances began on each weekday and hour. */
export const HeatmapCard = ({ period, heatmap }: HeatmapCardProps) => {
  const { t } = useTranslation('dashboard');
  const { t: week } = useTranslation('week-hours');
  const peak = heatmap === null || heatmap === undefined ? null : peakOf(heatmap);
  const empty =
    heatmap === null
      ? t('heatmap.tooLong', { days: HEATMAP_DAYS_MAX })
      : peak === null
        ? t('chart.empty')
        : undefined;
  return (
    <ChartCard
      title={t('heatmap.title')}
      how={[{ text: t('how.heatmap') }]}
      to={reportPath(period)}
      isLoading={heatmap === undefined}
      empty={empty}
    >
      {heatmap !== null && heatmap !== undefined && peak !== null && (
        <>
          <Grid heatmap={heatmap} largest={peak.total} />
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              justifyContent: 'space-between',
              gap: 2,
              marginTop: 3,
            }}
          >
            <Typography variant="body2">
              {t('heatmap.peak', {
                weekday: week(`weekday.${peak.weekday}`),
                hour: t('chart.hour', { hour: peak.hour }),
                total: formatNumber(peak.total),
              })}
            </Typography>
            <Legend largest={peak.total} />
          </Box>
        </>
      )}
    </ChartCard>
  );
};
