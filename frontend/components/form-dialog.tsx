import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { type ReactNode, useId, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { fieldProblems } from '../lib/api-error.ts';
import { errorText } from '../lib/error-text.ts';
import { fieldMessage } from '../lib/field-message.ts';
import { confirm } from './confirm-dialog.tsx';
import { type DialogWidth, ResponsiveDialog } from './responsive-dialog.tsx';

interface FormDialogProps<I extends FieldValues, O> {
  open: boolean;
  title: string;
  /** The contract's body schema, or a part of it. */
  schema: z.ZodType<O, I>;
  defaultValues: DefaultValues<I>;
  submitLabel: string;
  /** Saves. What it throws is shown beside its field, or above the fields; the dialog stays open. */
  onSubmit: (values: O) => Promise<void>;
  /** Other words for why saving failed than those of its code; null leaves it at these. */
  failureText?: (error: unknown) => string | null;
  onClose: () => void;
  width?: DialogWidth;
  /** What there is to know before the fields are read. */
  notice?: string;
  /** To be read only: nothing can be changed any more. */
  locked?: boolean;
  /** Fields from `form-fields.tsx`, by name. */
  children: ReactNode;
}

/** Mounted while open, so that every opening starts from its default values. */
export const FormDialog = <I extends FieldValues, O>(props: FormDialogProps<I, O>) =>
  props.open ? <OpenFormDialog {...props} /> : null;

const OpenFormDialog = <I extends FieldValues, O>({
  title,
  schema,
  defaultValues,
  submitLabel,
  onSubmit,
  failureText = () => null,
  onClose,
  width = 'normal',
  notice,
  locked = false,
  children,
}: FormDialogProps<I, O>) => {
  const { t } = useTranslation('common');
  const titleId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<I, unknown, O>({
    resolver: zodResolver(schema, { error: fieldMessage }),
    defaultValues,
    mode: 'onTouched',
  });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await onSubmit(values);
    } catch (error) {
      const known = new Set<string>(Object.keys(form.getValues()));
      const isField = (path: string): path is Path<I> => known.has(path.split('.')[0] ?? '');
      const problems = fieldProblems(error).filter(({ path }) => isField(path));
      for (const { path, message } of problems)
        if (isField(path)) form.setError(path, { type: 'server', message });
      if (problems.length === 0) setFailure(failureText(error) ?? errorText(error));
    }
  });

  const leave = async () => {
    if (isSubmitting) return;
    const lose =
      isDirty && !locked
        ? await confirm({
            title: t('discard.title'),
            body: t('discard.body'),
            confirmLabel: t('discard.confirm'),
            cancelLabel: t('discard.cancel'),
            danger: true,
          })
        : true;
    if (lose) onClose();
  };

  return (
    <ResponsiveDialog open onClose={() => void leave()} labelledBy={titleId} width={width}>
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // A dialog opened from a field is not in this form, but its events come through here.
            event.stopPropagation();
            void submit(event);
          }}
          style={{ display: 'contents' }}
        >
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent>
            <Stack sx={{ gap: 4, paddingTop: 1 }}>
              {notice !== undefined && <Alert severity="info">{notice}</Alert>}
              {failure !== null && <Alert severity="error">{failure}</Alert>}
              {children}
            </Stack>
          </DialogContent>
          <DialogActions>
            <Button onClick={() => void leave()} disabled={isSubmitting}>
              {locked ? t('close') : t('cancel')}
            </Button>
            {!locked && (
              <Button type="submit" variant="contained" loading={isSubmitting}>
                {submitLabel}
              </Button>
            )}
          </DialogActions>
        </form>
      </FormProvider>
    </ResponsiveDialog>
  );
};
