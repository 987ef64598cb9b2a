import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** For those who listen; takes no room for those who look. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Text for those who listen. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={visuallyHidden}>
    {children}
  </Box>
);
