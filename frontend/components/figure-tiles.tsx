import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { radius } from '../theme/tokens.ts';

/** A grid of figures: two beside each other on a phone, otherwise four. */
export const FigureTiles = ({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) => (
  <Box
    component="dl"
    aria-busy={isBusy}
    sx={{
      margin: 0,
      display: 'grid',
      gap: 3,
      gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
    }}
  >
    {children}
  </Box>
);

interface FigureTileProps {
  name: string;
  value: ReactNode;
  /** Shown below the value. */
  note?: ReactNode;
}

/** One figure with its name. */
export const FigureTile = ({ name, value, note }: FigureTileProps) => (
  <Box
    sx={{
      padding: 4,
      display: 'flex',
      flexDirection: 'column',
      gap: 1,
      bgcolor: 'background.paper',
      border: 1,
      borderColor: 'divider',
      borderRadius: `${radius.card}px`,
    }}
  >
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
      {name}
    </Typography>
    <Typography component="dd" variant="h2" sx={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
      {value}
    </Typography>
    {note !== undefined && note !== null && (
      <Box component="dd" sx={{ margin: 0 }}>
        {note}
      </Box>
    )}
  </Box>
);
