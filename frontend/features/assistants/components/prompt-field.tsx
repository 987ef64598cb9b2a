import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { PROMPT_CHARS } from '@prosa/shared/contracts/assistants.ts';
import { useController } from 'react-hook-form';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { AssistantFields } from '../assistant-form.ts';

/** The instructions, with a counter, and an example to begin with while they are empty. */
export const PromptField = () => {
  const { t } = useTranslation('assistants');
  const { field, fieldState } = useController<AssistantFields, 'prompt'>({ name: 'prompt' });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <TextField
        label={t('field.prompt')}
        required
        multiline
        minRows={8}
        maxRows={14}
        name={field.name}
        inputRef={field.ref}
        value={field.value}
        onBlur={field.onBlur}
        onChange={field.onChange}
        error={fieldState.invalid}
        helperText={fieldState.error?.message ?? t('field.promptHelp')}
        slotProps={{ htmlInput: { maxLength: PROMPT_CHARS.max } }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Button
          size="small"
          disabled={field.value !== ''}
          // Keeps the focus in the field, so that leaving it does not report it as empty.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => field.onChange(t('prompt.example'))}
        >
          {t('prompt.insert')}
        </Button>
        <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {t('prompt.count', {
            chars: formatNumber(field.value.length),
            max: formatNumber(PROMPT_CHARS.max),
          })}
        </Typography>
      </Box>
    </Box>
  );
};
