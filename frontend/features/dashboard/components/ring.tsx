import Box from '@mui/material/Box';
import { PieChart } from '@mui/x-charts/PieChart';
import { formatNumber } from '../../../lib/texts/format.ts';

const SIZE_PX = 200;
const OUTER_PX = 96;
const INNER_PX = 68;

interface Part {
  id: string;
  name: string;
  /** Percent. */
  value: number;
  color: string;
}

/** Shows shares as a ring; without data, an empty ring. The same values stand beside it as text. */
export const Ring = ({ parts }: { parts: readonly Part[] }) => {
  const isEmpty = parts.every(({ value }) => value === 0);
  return (
    <Box aria-hidden>
      <PieChart
        width={SIZE_PX}
        height={SIZE_PX}
        margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
        series={[
          {
            data: isEmpty
              ? [{ id: 'nothing', value: 1, color: 'var(--mui-palette-divider)' }]
              : parts.map(({ id, name, value, color }) => ({ id, label: name, value, color })),
            innerRadius: INNER_PX,
            outerRadius: OUTER_PX,
            paddingAngle: isEmpty ? 0 : 2,
            valueFormatter: ({ value }) => formatNumber(value),
          },
        ]}
        hideLegend
        skipAnimation
        disableKeyboardNavigation
        {...(isEmpty ? { slotProps: { tooltip: { trigger: 'none' } } } : {})}
      />
    </Box>
  );
};
