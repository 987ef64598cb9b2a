import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { fieldProblems } from '../lib/api/api-error.ts';
import { errorText } from '../lib/api/error-text.ts';
import { fieldMessage } from '../lib/api/field-message.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { layout } from '../theme/tokens.ts';
import { confirm } from './confirm-dialog.tsx';
import { FIELD_COLUMN } from './field-column.tsx';
import { ERROR_AFTER_MS } from './form-timing.ts';
import { type DialogWidth, ResponsiveDialog } from './responsive-dialog.tsx';

interface FormDialogProps<I extends FieldValues, O> {
  open: boolean;
  title: string;
  /** The contract's body schema, or a part of it. */
  schema: z.ZodType<O, I>;
  defaultValues: DefaultValues<I>;
  submitLabel: string;
  /** Saves the values. A thrown error is shown at its field, or above the fields; the dialog stays open. */
  onSubmit: (values: O) => Promise<void>;
  /** Returns a text that replaces an error code's default text; null keeps the default. */
  failureText?: (error: unknown) => string | null;
  onClose: () => void;
  width?: DialogWidth;
  /** A notice above the fields. */
  notice?: string;
  /** Shown beside the buttons while the form has unsaved changes. */
  reminder?: string;
  /**
   * A panel that opens beside the fields, or above them in a narrow window. Its content reads the fields from the
   * form's context.
   */
  aside?: { label: string; content: ReactNode };
  /** Makes the form read-only. */
  locked?: boolean;
  /** Whether submitting destroys something. */
  danger?: boolean;
  /** Fields from `form-fields.tsx`, by name. */
  children: ReactNode;
}

/** Width of a dialog whose side panel is open. */
const WITH_ASIDE: Readonly<Record<DialogWidth, DialogWidth>> = {
  narrow: 'wide',
  normal: 'wide',
  wide: 'widest',
  widest: 'widest',
};
const FIELDS = { ...FIELD_COLUMN, paddingTop: 1 } as const;
const BODY = { flex: '1 1 auto', minHeight: 0, display: 'flex', flexDirection: 'column' } as const;
/** Side by side, each part scrolls by itself; stacked, the parts scroll together. */
const BODY_WITH_ASIDE = {
  ...BODY,
  flexDirection: { xs: 'column', lg: 'row-reverse' },
  overflowY: { xs: 'auto', lg: 'hidden' },
} as const;
const FIELDS_BESIDE = {
  minWidth: 0,
  flex: { xs: '0 0 auto', lg: 1 },
  overflowY: { xs: 'visible', lg: 'auto' },
} as const;
const ASIDE = {
  display: 'flex',
  flexDirection: 'column',
  flex: { xs: '0 0 auto', lg: `0 0 ${layout.dialogAside}px` },
  minHeight: { lg: 0 },
  minWidth: 0,
  paddingInline: 6,
  paddingBlock: 2,
} as const;

/** A dialog with a form. Mounted only while open, so that every opening starts from the default values. */
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
  reminder,
  aside,
  locked = false,
  danger = false,
  children,
}: FormDialogProps<I, O>) => {
  const { t } = useTranslation('common');
  const titleId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const [isAside, setIsAside] = useState(false);
  const form = useForm<I, unknown, O>({
    resolver: zodResolver(schema, { error: fieldMessage }),
    defaultValues,
    mode: 'onTouched',
    delayError: ERROR_AFTER_MS,
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
    <ResponsiveDialog
      open
      onClose={() => void leave()}
      labelledBy={titleId}
      width={isAside ? WITH_ASIDE[width] : width}
    >
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // React bubbles the events of a dialog opened from a field through this form, although the dialog is not
            // inside it.
            event.stopPropagation();
            void submit(event);
          }}
          style={{ display: 'contents' }}
        >
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <Box sx={isAside ? BODY_WITH_ASIDE : BODY}>
            {aside !== undefined && isAside && (
              <Box sx={ASIDE}>
                <Suspense fallback={null}>{aside.content}</Suspense>
              </Box>
            )}
            <DialogContent sx={isAside ? FIELDS_BESIDE : {}}>
              <Box sx={FIELDS}>
                {notice !== undefined && <Alert severity="info">{notice}</Alert>}
                {failure !== null && <Alert severity="error">{failure}</Alert>}
                {children}
              </Box>
            </DialogContent>
          </Box>
          <DialogActions sx={aside === undefined ? {} : { flexWrap: { xs: 'wrap', md: 'nowrap' } }}>
            {reminder !== undefined && (
              <Typography
                role="status"
                variant="body2"
                sx={{
                  flex: aside === undefined ? 1 : { xs: '1 0 100%', md: 1 },
                  color: 'text.secondary',
                  textWrap: 'balance',
                }}
              >
                {isDirty ? reminder : ''}
              </Typography>
            )}
            {aside !== undefined && (
              <Button
                aria-expanded={isAside}
                onClick={() => setIsAside(!isAside)}
                sx={{ marginRight: 'auto' }}
              >
                {aside.label}
              </Button>
            )}
            <Button onClick={() => void leave()} disabled={isSubmitting}>
              {locked ? t('close') : t('cancel')}
            </Button>
            {!locked && (
              <Button
                type="submit"
                variant="contained"
                color={danger ? 'error' : 'primary'}
                loading={isSubmitting}
              >
                {submitLabel}
              </Button>
            )}
          </DialogActions>
        </form>
      </FormProvider>
    </ResponsiveDialog>
  );
};
