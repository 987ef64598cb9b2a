import AddRounded from '@mui/icons-material/AddRounded';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useForkRef } from '@mui/material/utils';
import type { TemplateVariable } from '@prosa/shared/rules/template-variables.ts';
import { type Ref, useRef } from 'react';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { layout, TOUCH } from '../theme/tokens.ts';

interface TemplateFieldProps
  extends Pick<
    TextFieldProps,
    'label' | 'name' | 'required' | 'disabled' | 'error' | 'helperText' | 'autoFocus' | 'onBlur'
  > {
  value: string;
  onChange: (text: string) => void;
  /** The variables that the server fills in this text. */
  variables: readonly TemplateVariable[];
  maxChars: number;
  minRows?: number;
  maxRows?: number;
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
}

/** A text for customers, with its variables below the field. A chosen variable is inserted at the cursor. */
export const TemplateField = ({
  value,
  onChange,
  variables,
  maxChars,
  minRows = 2,
  maxRows = 8,
  inputRef,
  ...field
}: TemplateFieldProps) => {
  const { t } = useTranslation('template');
  const input = useRef<HTMLTextAreaElement>(null);
  const ref = useForkRef(input, inputRef);
  const insert = (variable: TemplateVariable) => {
    const from = input.current?.selectionStart ?? value.length;
    const to = input.current?.selectionEnd ?? from;
    const part = `{{${variable}}}`;
    const filled = value.slice(0, from) + part + value.slice(to);
    if (filled.length > maxChars) return;
    onChange(filled);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(from + part.length, from + part.length);
    });
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
      <Box role="group" aria-label={t('hint')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {variables.map((variable) => (
          <Chip
            key={variable}
            size="small"
            variant="outlined"
            icon={<AddRounded />}
            label={t(`variable.${variable}`)}
            disabled={field.disabled === true}
            data-hint={`{{${variable}}}`}
            // Keeps the focus in the field, so that a field that saves when left is not saved half-written.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(variable)}
            sx={{ [TOUCH]: { minWidth: layout.touchTarget, height: layout.touchTarget } }}
          />
        ))}
      </Box>
    </Box>
  );
};
