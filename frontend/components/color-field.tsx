import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { HexColorPicker } from 'react-colorful';
import { SWATCHES } from '../lib/screen/colors.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { icon, layout, radius } from '../theme/tokens.ts';
import { LazyPopover } from './lazy-popover.tsx';

interface ColorFieldProps {
  label: string;
  value: string;
  onChange: (color: string) => void;
  onBlur?: () => void;
  required?: boolean;
  error?: boolean;
  help?: ReactNode;
}

const COLUMNS = 8;

/** A colour field: typed as `#rrggbb`, picked from a palette, or one of the clearly distinct swatches. */
export const ColorField = ({
  label,
  value,
  onChange,
  onBlur,
  required = false,
  error = false,
  help,
}: ColorFieldProps) => {
  const { t } = useTranslation('common');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <TextField
        label={label}
        required={required}
        value={value}
        error={error}
        helperText={help}
        placeholder="#39ACE7"
        {...(onBlur === undefined ? {} : { onBlur })}
        onChange={(event) => onChange(event.target.value.trim())}
        slotProps={{
          htmlInput: { maxLength: 9, spellCheck: false },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <ButtonBase
                  aria-label={t('pickColor')}
                  aria-haspopup="dialog"
                  onClick={(event) => setAnchor(event.currentTarget)}
                  sx={{
                    width: icon.large,
                    height: icon.large,
                    borderRadius: `${radius.tail}px`,
                    border: 1,
                    borderColor: 'outline',
                  }}
                  style={{ backgroundColor: value }}
                />
              </InputAdornment>
            ),
          },
        }}
      />
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Box
          role="group"
          aria-label={t('pickColor')}
          sx={{
            display: 'grid',
            gridTemplateColumns: `repeat(${COLUMNS}, auto)`,
            gap: 1,
            padding: 3,
            '& .react-colorful': { gridColumn: '1 / -1', width: '100%', marginBottom: 2 },
          }}
        >
          <HexColorPicker color={value} onChange={onChange} />
          {SWATCHES.map((color) => (
            <ButtonBase
              key={color}
              aria-label={color}
              aria-pressed={color.toLowerCase() === value.toLowerCase()}
              onClick={() => {
                onChange(color);
                setAnchor(null);
              }}
              sx={{
                width: layout.avatar.small,
                height: layout.avatar.small,
                borderRadius: `${radius.tail}px`,
              }}
              style={{ backgroundColor: color }}
            />
          ))}
        </Box>
      </LazyPopover>
    </>
  );
};
