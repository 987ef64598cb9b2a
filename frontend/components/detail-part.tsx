import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A part of a detail dialog, below its title. */
export const DetailPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section">
    <Typography variant="subtitle1" component="h3" sx={{ marginBottom: 2 }}>
      {title}
    </Typography>
    {children}
  </Box>
);
