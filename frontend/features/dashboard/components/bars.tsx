import Box from '@mui/material/Box';
import { BarChart } from '@mui/x-charts/BarChart';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { formatNumber, truncate } from '../../../lib/texts/format.ts';
import { radius } from '../../../theme/tokens.ts';
import { CHART_HEIGHT_PX } from './chart-card.tsx';

/** Characters of a name beside its bar, and the width of that label. */
const NAME_CHARS = 16;
const NAME_WIDTH_PX = 120;
const COUNT_WIDTH_PX = 40;

interface BarsProps {
  /** Names need not be unique: two people may have the same name. */
  bars: readonly { name: string; total: number }[];
  /** The unit that is counted. */
  label: string;
  /** Shortens a name for the axis. */
  shorten?: (name: string) => string;
  isHorizontal?: boolean;
}

/** Shows counts as bars, and as a list for screen readers. */
export const Bars = ({
  bars,
  label,
  shorten = (name) => truncate(name, NAME_CHARS),
  isHorizontal = false,
}: BarsProps) => {
  const names = {
    scaleType: 'band',
    data: bars.map((_bar, index) => index),
    valueFormatter: (index: number, { location }: { location: string }) => {
      const name = bars[index]?.name ?? '';
      return location === 'tick' ? shorten(name) : name;
    },
    disableLine: true,
    disableTicks: true,
  } as const;
  const counts = {
    min: 0,
    tickMinStep: 1,
    valueFormatter: (count: number) => formatNumber(count),
    disableLine: true,
    disableTicks: true,
  };
  return (
    <Box sx={{ position: 'relative' }}>
      <VisuallyHidden>
        <ul>
          {bars
            .map((bar, index) => ({ ...bar, place: `${index} ${bar.name}` }))
            .filter(({ total }) => total > 0)
            .map(({ place, name, total }) => (
              <li key={place}>{`${name}: ${formatNumber(total)}`}</li>
            ))}
        </ul>
      </VisuallyHidden>
      <Box aria-hidden>
        <BarChart
          height={CHART_HEIGHT_PX}
          layout={isHorizontal ? 'horizontal' : 'vertical'}
          xAxis={[isHorizontal ? { ...counts, height: 28 } : { ...names, height: 28 }]}
          yAxis={[isHorizontal ? { ...names, width: NAME_WIDTH_PX } : { ...counts, width: COUNT_WIDTH_PX }]}
          series={[
            {
              data: bars.map(({ total }) => total),
              label,
              valueFormatter: (total) => formatNumber(total ?? 0),
            },
          ]}
          colors={['var(--mui-palette-primary-main)']}
          grid={isHorizontal ? { vertical: true } : { horizontal: true }}
          borderRadius={radius.tail}
          margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
          hideLegend
          skipAnimation
          disableKeyboardNavigation
        />
      </Box>
    </Box>
  );
};
