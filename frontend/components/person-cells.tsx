import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatPhone } from '../lib/texts/format.ts';

interface NameCellProps {
  name: string;
  number: string;
  /** The width from which the table has a column for the number. */
  numberColumnFrom: 'md' | 'lg';
}

/** A person's name in a table, with the number below it where the table has no column for it. */
export const NameCell = ({ name, number, numberColumnFrom }: NameCellProps) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography noWrap>{name}</Typography>
    <Typography
      variant="caption"
      noWrap
      sx={{
        display: { xs: 'block', [numberColumnFrom]: 'none' },
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {formatPhone(number)}
    </Typography>
  </Box>
);

/** A person's number in a column of its own. */
export const NumberCell = ({ number }: { number: string }) => (
  <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
    {formatPhone(number)}
  </Box>
);
