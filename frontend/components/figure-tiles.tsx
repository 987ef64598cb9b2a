import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { radius } from '../theme/tokens.ts';

interface FigureTilesProps {
  isBusy?: boolean;
  /** Figures beside each other in a wide window. */
  perRow?: 4 | 5;
  children: ReactNode;
}

/** A grid of figures: two beside each other on a phone, otherwise four or five. */
export const FigureTiles = ({ isBusy = false, perRow = 4, children }: FigureTilesProps) => (
  <Box
    component="dl"
    aria-busy={isBusy}
    sx={{
      margin: 0,
      display: 'grid',
      gap: 3,
      gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: `repeat(${perRow}, minmax(0, 1fr))` },
    }}
  >
    {children}
  </Box>
);

interface FigureTileProps {
  name: string;
  value: ReactNode;
  /** A small button beside the name. */
  action?: ReactNode;
  /** Shown below the value. */
  note?: ReactNode;
}

/** One figure with its name. */
export const FigureTile = ({ name, value, action, note }: FigureTileProps) => (
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
    <Typography
      component="dt"
      variant="body2"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        justifyContent: 'space-between',
        gap: 1,
        color: 'text.secondary',
      }}
    >
      <span>{name}</span>
      {action}
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
