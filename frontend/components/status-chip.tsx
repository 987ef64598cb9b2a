import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { ReactElement } from 'react';

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'primary' | 'secondary';

interface StatusChipProps {
  label: string;
  tone: Tone;
  /** For states that need more than colour and label to be told apart. */
  icon?: ReactElement;
  size?: 'small' | 'medium';
}

/** A state as a label on its soft colour, with a dot. */
export const StatusChip = ({ label, tone, icon, size = 'small' }: StatusChipProps) => (
  <Chip
    size={size}
    label={label}
    icon={
      icon ?? (
        <Box
          component="span"
          aria-hidden
          sx={{
            width: 6,
            height: 6,
            borderRadius: '50%',
            bgcolor: 'currentColor',
            marginLeft: '8px !important',
            marginRight: '-1px !important',
          }}
        />
      )
    }
    sx={{
      bgcolor: `${tone}.soft`,
      color: `${tone}.text`,
      fontWeight: 500,
      '& .MuiChip-icon': { color: 'inherit' },
    }}
  />
);
