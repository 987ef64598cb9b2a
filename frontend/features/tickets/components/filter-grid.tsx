import Box, { type BoxProps } from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FilterText } from './filter-text.ts';

interface FilterGridProps {
  /** The fields of single filters. */
  children: ReactNode;
  /** Further conditions, in the text form of filters. */
  text: string;
  onText: (text: string) => void;
  /** How many filters are set. */
  count: number;
  onClear: () => void;
  /** Further actions on the filters that are set. */
  actions?: ReactNode;
  /** The space around. */
  sx: BoxProps['sx'];
}

/** The filters of a screen: fields side by side, the text form, and a button that clears all of them. */
export const FilterGrid = ({ children, text, onText, count, onClear, actions, sx }: FilterGridProps) => {
  const { t } = useTranslation('tickets');
  return (
    <Box
      component="section"
      aria-label={t('filters')}
      sx={[
        {
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(168px, 1fr))',
          alignItems: 'end',
          gap: 3,
          flexShrink: 0,
        },
        ...(Array.isArray(sx) ? sx : [sx ?? false]),
      ]}
    >
      {children}
      <FilterText value={text} onChange={onText} />
      {count > 0 && (
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', alignItems: 'center', gap: 2 }}>
          <Button size="small" onClick={onClear}>
            {t('filter.clear')}
          </Button>
          {actions}
        </Box>
      )}
    </Box>
  );
};
