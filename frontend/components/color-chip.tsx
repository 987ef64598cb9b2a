import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { DEFAULT_QUEUE_COLOR } from '../lib/screen/colors.ts';

interface ColorChipProps {
  label: string;
  color: string;
  onDelete?: (event: unknown) => void;
}

/**
 * A label with a colour that a user chose. The colour is only a dot, not the text or its background, so that every
 * colour stays readable in both themes.
 */
export const ColorChip = ({ label, color, onDelete }: ColorChipProps) => (
  <Chip
    size="small"
    variant="outlined"
    label={label}
    {...(onDelete === undefined ? {} : { onDelete })}
    icon={
      <Box
        component="span"
        aria-hidden
        sx={{
          width: 8,
          height: 8,
          borderRadius: '50%',
          flexShrink: 0,
          marginLeft: '6px !important',
          marginRight: '-2px !important',
        }}
        style={{ backgroundColor: color === '' ? DEFAULT_QUEUE_COLOR : color }}
      />
    }
    sx={{ borderColor: 'divider', color: 'text.secondary', maxWidth: '100%', minWidth: 0 }}
  />
);
