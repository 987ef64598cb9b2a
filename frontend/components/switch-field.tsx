import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { type Ref, useId } from 'react';

interface SwitchFieldProps {
  label: string;
  /** Explanation, or the error message. */
  help?: string | undefined;
  invalid?: boolean;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A switch at the right, with its description at the left. */
export const SwitchField = ({
  label,
  help,
  invalid = false,
  checked,
  disabled = false,
  onChange,
  onBlur,
  inputRef,
}: SwitchFieldProps) => {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 4 }}>
      <Box sx={{ minWidth: 0, paddingBlock: 2 }}>
        <Typography
          component="label"
          htmlFor={id}
          sx={{ display: 'block', ...(disabled ? { color: 'text.disabled' } : { cursor: 'pointer' }) }}
        >
          {label}
        </Typography>
        {help !== undefined && (
          <Typography
            id={helpId}
            variant="body2"
            sx={{ color: invalid ? 'error.text' : 'text.secondary', overflowWrap: 'anywhere' }}
          >
            {help}
          </Typography>
        )}
      </Box>
      <Switch
        edge="end"
        checked={checked}
        disabled={disabled}
        onChange={(_event, on) => onChange(on)}
        onBlur={onBlur}
        slotProps={{
          input: { id, ref: inputRef, ...(help === undefined ? {} : { 'aria-describedby': helpId }) },
        }}
      />
    </Box>
  );
};
