import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { TOUCH } from '../../../theme/tokens.ts';

interface FigureLinkProps {
  /** Where the tickets of the figure are; null shows the value alone. */
  to: string | null;
  /** The figure's name. */
  name: string;
  value: string;
}

/** A figure's value that opens the tickets behind it. */
export const FigureLink = ({ to, name, value }: FigureLinkProps) => {
  const { t } = useTranslation('dashboard');
  if (to === null) return value;
  return (
    <Link
      component={RouterLink}
      to={to}
      color="inherit"
      underline="always"
      aria-label={t('open.name', { name, value })}
      data-hint={t('open.hint')}
      sx={{
        textDecorationStyle: 'dotted',
        textDecorationColor: 'var(--mui-palette-text-disabled)',
        textUnderlineOffset: '0.25em',
        '&:hover': { textDecorationStyle: 'solid' },
        // A finger needs more room than a short number.
        position: 'relative',
        [TOUCH]: { '&::after': { content: '""', position: 'absolute', inset: '-10px -14px' } },
      }}
    >
      {value}
    </Link>
  );
};
