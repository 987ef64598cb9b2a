import AddRounded from '@mui/icons-material/AddRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { TASK_CHARS, type TaskFields } from '../tasks.ts';

const NEW = { text: '', dueDate: '' };

interface AddTaskProps {
  /** Whether the list has no room for another task. */
  isFull: boolean;
  onAdd: (fields: TaskFields) => void;
}

/** The form above the list that adds a task. */
export const AddTask = ({ isFull, onAdd }: AddTaskProps) => {
  const { t } = useTranslation(['todo-list', 'common']);
  const [draft, setDraft] = useState(NEW);
  const [isMissing, setMissing] = useState(false);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const text = draft.text.trim();
    setMissing(text === '');
    if (text === '' || isFull) return;
    onAdd({ text, dueDate: draft.dueDate === '' ? null : draft.dueDate });
    setDraft(NEW);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={add}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr auto', md: '1fr 170px auto' },
        alignItems: 'start',
        gap: 3,
      }}
    >
      <TextField
        label={t('field.text')}
        placeholder={t('field.textExample')}
        value={draft.text}
        onChange={(event) => {
          setDraft({ ...draft, text: event.target.value });
          setMissing(false);
        }}
        error={isMissing || isFull}
        helperText={isFull ? t('full') : isMissing ? t('common:field.required') : undefined}
        slotProps={{ htmlInput: { maxLength: TASK_CHARS, autoComplete: 'off' } }}
        sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}
      />
      <TextField
        type="date"
        label={t('field.dueDate')}
        value={draft.dueDate}
        onChange={(event) => setDraft({ ...draft, dueDate: event.target.value })}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: '1970-01-01', max: '2199-12-31' } }}
      />
      <Button
        type="submit"
        variant="contained"
        startIcon={<AddRounded />}
        disabled={isFull}
        sx={{ marginTop: 5.5 }}
      >
        {t('common:add')}
      </Button>
    </Box>
  );
};
