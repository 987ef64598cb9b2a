import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { icon as iconSize } from '../theme/tokens.ts';

interface EmptyStateProps {
  icon: ReactNode;
  /** One sentence: why the list is empty. */
  title: string;
  /** Whether the title is the screen's heading. */
  heading?: boolean;
  hint?: string;
  /** One button for the next step. */
  action?: ReactNode;
}

/** Shown in place of an empty list or pane. */
export const EmptyState = ({ icon, title, heading = false, hint, action }: EmptyStateProps) => (
  <Box
    sx={{
      flex: 1,
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 2,
      padding: 6,
      textAlign: 'center',
      textWrap: 'balance',
      // File names have no spaces to break at.
      overflowWrap: 'anywhere',
    }}
  >
    <Box
      aria-hidden
      sx={{ display: 'flex', color: 'text.disabled', marginBottom: 1, '& svg': { fontSize: iconSize.hero } }}
    >
      {icon}
    </Box>
    <Typography variant="subtitle1" component={heading ? 'h1' : 'p'}>
      {title}
    </Typography>
    {hint !== undefined && (
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '44ch' }}>
        {hint}
      </Typography>
    )}
    {action !== undefined && <Box sx={{ marginTop: 3 }}>{action}</Box>}
  </Box>
);
