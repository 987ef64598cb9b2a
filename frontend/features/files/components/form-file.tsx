import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { UPLOAD_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { IconAction } from '../../../components/icon-action.tsx';
import { formatBytes } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refusalOf } from '../refused-file.ts';

/** A form's change of a file: keep, remove, or replace with another file. */
export type MediaChange = 'keep' | 'remove' | File;

interface FormFileProps {
  /** Path of the field, with dots between its parts. The value of the field is a {@link MediaChange}. */
  name: string;
  /** Name of the saved file; null without one. */
  current: string | null;
  labels: { choose: string; change: string; remove: (name: string) => string };
  help?: string;
  /** Accepted file types, as in an input's `accept`: `image/*,video/*`. */
  accept?: string;
  /** Largest accepted file. */
  maxBytes?: number;
}

const isAccepted = (file: File, accept: string): boolean =>
  accept.split(',').some((type) => file.type.startsWith(type.replace('*', '')));

/** A form field with one file. */
export const FormFile = ({
  name,
  current,
  labels,
  help,
  accept,
  maxBytes = UPLOAD_MAX_BYTES,
}: FormFileProps) => {
  const { t } = useTranslation('messages');
  const { setError, clearErrors } = useFormContext();
  const { field, fieldState } = useController({ name });
  const input = useRef<HTMLInputElement>(null);
  const value: unknown = field.value;
  const shown = value instanceof File ? value.name : value === 'keep' ? current : null;
  const change = (to: MediaChange) => {
    clearErrors(name);
    field.onChange(to);
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const refusal =
      accept !== undefined && !isAccepted(file, accept) ? 'type' : await refusalOf(file, maxBytes);
    if (refusal === null) change(file);
    else setError(name, { message: t(`attach.refused.${refusal}`, { limit: formatBytes(maxBytes) }) });
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
      <input
        ref={input}
        type="file"
        hidden
        {...(accept === undefined ? {} : { accept })}
        aria-label={labels.choose}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // Allows selecting the same file again.
          event.target.value = '';
        }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, maxWidth: '100%' }}>
        <Button
          ref={field.ref}
          variant="outlined"
          startIcon={<AttachFileRounded />}
          onClick={() => input.current?.click()}
          sx={{ flexShrink: 0 }}
        >
          {shown === null ? labels.choose : labels.change}
        </Button>
        {shown !== null && (
          <>
            <Typography variant="body2" noWrap title={shown}>
              {shown}
            </Typography>
            <IconAction
              label={labels.remove(shown)}
              icon={<DeleteOutlineRounded />}
              onClick={() => change(current === null ? 'keep' : 'remove')}
            />
          </>
        )}
      </Box>
      {fieldState.error?.message !== undefined && (
        <FormHelperText error role="alert">
          {fieldState.error.message}
        </FormHelperText>
      )}
      {help !== undefined && <FormHelperText>{help}</FormHelperText>}
    </Box>
  );
};
