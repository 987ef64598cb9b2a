import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CORNER_CLEARANCE } from '../lib/screen/corner-clearance.ts';

const endSpace = (px: number): string => `calc(var(${CORNER_CLEARANCE}, 0px) + ${px}px)`;

interface PageProps {
  title: string;
  /** Shown under the title, only where the title is not enough. */
  description?: string;
  /** Filters of the list: before the buttons, on phones in a separate row. */
  filters?: ReactNode;
  /** Buttons at the right; the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen of the shell: a heading with actions, and a scrolling body. */
export const Page = ({ title, description, filters, actions, children }: PageProps) => (
  <Box component="section" sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        paddingInline: { xs: 4, md: 6 },
        paddingBlock: 4,
      }}
    >
      <Box sx={{ flex: '1 0 auto', maxWidth: '100%' }}>
        <Typography variant="h2" component="h1" noWrap>
          {title}
        </Typography>
        {description !== undefined && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {description}
          </Typography>
        )}
      </Box>
      {filters !== undefined && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            order: { xs: 1, md: 0 },
            width: { xs: '100%', md: 'auto' },
          }}
        >
          {filters}
        </Box>
      )}
      {actions !== undefined && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{actions}</Box>}
    </Box>
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        overflow: 'auto',
        paddingInline: { xs: 4, md: 6 },
        paddingBottom: { xs: endSpace(16), md: endSpace(24) },
      }}
    >
      {children}
    </Box>
  </Box>
);
