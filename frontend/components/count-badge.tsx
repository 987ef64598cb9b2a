import Box from '@mui/material/Box';
import { formatCount } from '../lib/texts/format.ts';
import { font, radius } from '../theme/tokens.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A count on the accent colour, with a description for screen readers. */
export const CountBadge = ({ count, label }: { count: number; label: string }) => (
  <Box
    component="span"
    sx={{
      position: 'relative',
      flexShrink: 0,
      minWidth: 20,
      paddingInline: '6px',
      textAlign: 'center',
      lineHeight: '20px',
      fontSize: font.caption,
      fontWeight: font.weight.strong,
      fontVariantNumeric: 'tabular-nums',
      borderRadius: `${radius.pill}px`,
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
    }}
  >
    <span aria-hidden>{formatCount(count)}</span>
    <VisuallyHidden>{label}</VisuallyHidden>
  </Box>
);
