import AddRounded from '@mui/icons-material/AddRounded';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useForkRef } from '@mui/material/utils';
import { type Ref, useRef } from 'react';
import { changeWithCursor } from '../lib/screen/change-with-cursor.ts';
import { layout, TOUCH } from '../theme/tokens.ts';

export interface FieldVariable {
  /** As it stands in the text, with its braces. */
  placeholder: string;
  label: string;
}

interface VariableFieldProps
  extends Pick<
    TextFieldProps,
    'label' | 'name' | 'required' | 'disabled' | 'error' | 'helperText' | 'autoFocus' | 'onBlur'
  > {
  value: string;
  onChange: (text: string) => void;
  /** The variables that the server fills in this text. */
  variables: readonly FieldVariable[];
  /** Accessible name of the variables. */
  hint: string;
  maxChars: number;
  minRows?: number;
  maxRows?: number;
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
}

/** A text with its variables below the field. A chosen variable is inserted at the cursor. */
export const VariableField = ({
  value,
  onChange,
  variables,
  hint,
  maxChars,
  minRows = 2,
  maxRows = 8,
  inputRef,
  ...field
}: VariableFieldProps) => {
  const input = useRef<HTMLTextAreaElement>(null);
  const ref = useForkRef(input, inputRef);
  const insert = (part: string) => {
    const from = input.current?.selectionStart ?? value.length;
    const to = input.current?.selectionEnd ?? from;
    const filled = value.slice(0, from) + part + value.slice(to);
    if (filled.length > maxChars) return;
    changeWithCursor(input.current, () => onChange(filled), from + part.length);
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <TextField
        {...field}
        multiline
        minRows={minRows}
        maxRows={maxRows}
        inputRef={ref}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ htmlInput: { maxLength: maxChars } }}
      />
      <Box role="group" aria-label={hint} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {variables.map(({ placeholder, label }) => (
          <Chip
            key={placeholder}
            size="small"
            variant="outlined"
            icon={<AddRounded />}
            label={label}
            disabled={field.disabled === true}
            data-hint={placeholder}
            // Keeps the focus in the field, so that a field that saves when left is not saved half-written.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(placeholder)}
            sx={{ [TOUCH]: { minWidth: layout.touchTarget, height: layout.touchTarget } }}
          />
        ))}
      </Box>
    </Box>
  );
};
