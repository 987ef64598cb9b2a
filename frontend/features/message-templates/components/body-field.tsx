import AddRounded from '@mui/icons-material/AddRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useForkRef } from '@mui/material/utils';
import { TEMPLATE_LIMITS } from '@prosa/shared/contracts/message-templates.ts';
import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { changeWithCursor } from '../../../lib/screen/change-with-cursor.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { nextVariable, type TemplateFields } from '../template-form.ts';

/** The text of a template. Its button inserts the next variable at the cursor. */
export const BodyField = () => {
  const { t } = useTranslation('message-templates');
  const { field, fieldState } = useController<TemplateFields, 'body'>({ name: 'body' });
  const input = useRef<HTMLTextAreaElement>(null);
  const ref = useForkRef(input, field.ref);
  const { value } = field;
  const insert = () => {
    const from = input.current?.selectionStart ?? value.length;
    const to = input.current?.selectionEnd ?? from;
    const variable = `{{${nextVariable(value)}}}`;
    const change = () => field.onChange(value.slice(0, from) + variable + value.slice(to));
    changeWithCursor(input.current, change, from + variable.length);
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
      <TextField
        name={field.name}
        label={t('field.body')}
        required
        multiline
        minRows={3}
        maxRows={10}
        inputRef={ref}
        value={value}
        onBlur={field.onBlur}
        onChange={field.onChange}
        error={fieldState.invalid}
        helperText={
          fieldState.error?.message ?? t('length', { length: value.length, max: TEMPLATE_LIMITS.body })
        }
      />
      <Button size="small" startIcon={<AddRounded />} onClick={insert}>
        {t('insertVariable')}
      </Button>
    </Box>
  );
};
