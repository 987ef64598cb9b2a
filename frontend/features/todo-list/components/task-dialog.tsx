import { useMemo } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { TASK_CHARS, type Task, type TaskFields } from '../tasks.ts';

const formSchema = z.object({
  text: z.string().trim().min(1).max(TASK_CHARS),
  dueDate: z.union([z.literal(''), z.iso.date()]),
});

interface TaskDialogProps {
  task: Task;
  onSave: (fields: TaskFields) => void;
  onClose: () => void;
}

/** The dialog that changes a task. */
export const TaskDialog = ({ task, onSave, onClose }: TaskDialogProps) => {
  const { t } = useTranslation('todo-list');
  const defaultValues = useMemo(() => ({ text: task.text, dueDate: task.dueDate ?? '' }), [task]);
  return (
    <FormDialog
      open
      width="narrow"
      title={t('editTitle')}
      schema={formSchema}
      submitLabel={t('save')}
      defaultValues={defaultValues}
      onClose={onClose}
      onSubmit={({ text, dueDate }) => {
        onSave({ text, dueDate: dueDate === '' ? null : dueDate });
        onClose();
        return Promise.resolve();
      }}
    >
      <FormText name="text" label={t('field.text')} required autoFocus multiline minRows={2} maxRows={8} />
      <FormText name="dueDate" type="date" label={t('field.dueDate')} />
    </FormDialog>
  );
};
