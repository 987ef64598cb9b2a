import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { TEMPLATE_VARIABLES, type TemplateVariable } from '@prosa/shared/rules/template-variables.ts';
import { useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

interface FormTemplateProps {
  /** Dot path of the field in the form's values. */
  name: string;
  label: string;
  maxChars: number;
  required?: boolean;
}

/** A text to customers, with what it may be filled with below: chosen, a variable stands where the cursor was. */
export const FormTemplate = ({ name, label, maxChars, required = false }: FormTemplateProps) => {
  const { t } = useTranslation('template');
  const { field, fieldState } = useController({ name });
  const input = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const value: unknown = field.value;
  const text = typeof value === 'string' ? value : '';
  const insert = (variable: TemplateVariable) => {
    const from = input.current?.selectionStart ?? text.length;
    const to = input.current?.selectionEnd ?? from;
    const part = `{{${variable}}}`;
    const filled = text.slice(0, from) + part + text.slice(to);
    if (filled.length > maxChars) return;
    field.onChange(filled);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(from + part.length, from + part.length);
    });
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <TextField
        label={label}
        required={required}
        multiline
        minRows={4}
        maxRows={10}
        name={field.name}
        inputRef={(element: HTMLTextAreaElement | null) => {
          input.current = element;
          field.ref(element);
        }}
        value={text}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(event.target.value)}
        error={fieldState.invalid}
        helperText={fieldState.error?.message}
        slotProps={{ htmlInput: { maxLength: maxChars } }}
      />
      <Typography id={hintId} variant="caption" sx={{ color: 'text.secondary' }}>
        {t('hint')}
      </Typography>
      <Box role="group" aria-labelledby={hintId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {TEMPLATE_VARIABLES.map((variable) => (
          <Chip
            key={variable}
            size="small"
            variant="outlined"
            label={t(`variable.${variable}`)}
            data-hint={`{{${variable}}}`}
            onClick={() => insert(variable)}
          />
        ))}
      </Box>
    </Box>
  );
};
