import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { icon, radius } from '../../../../theme/tokens.ts';

/** Width of a picture. */
const CARD_PX = 320;

/** The part of a bubble that is not text. */
export const Card = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      flexDirection: 'column',
      gap: 1,
      width: CARD_PX,
      maxWidth: '100%',
      padding: 2,
      borderRadius: `${radius.control}px`,
      bgcolor: 'action.hover',
      overflowWrap: 'anywhere',
    }}
  >
    {children}
  </Box>
);

/** The subject of a card. */
export const Heading = ({ children }: { children: ReactNode }) => (
  <Typography variant="body1" component="p" dir="auto" sx={{ fontWeight: 'fontWeightMedium' }}>
    {children}
  </Typography>
);

/** A line with a leading icon. */
export const Line = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <Typography variant="body2" component="div" sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
    {mark}
    <span dir="auto">{children}</span>
  </Typography>
);

/** Style of a small icon in a card. */
export const smallIcon = { fontSize: icon.small, color: 'text.secondary' } as const;
