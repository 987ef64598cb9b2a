import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { UPLOAD_MAX_BYTES } from '@prosa/shared/contracts/media.ts';
import { useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../../components/icon-action.tsx';
import { formatBytes } from '../../../lib/format.ts';
import { refusalOf } from '../../messages/refused-file.ts';
import type { MediaChange } from '../media-change.ts';

/** The form's `media`, a `MediaChange`: the file that goes along with the text. */
export const MediaField = ({ current }: { current: string | null }) => {
  const { t } = useTranslation(['quick-messages', 'messages']);
  const { setError, clearErrors } = useFormContext();
  const { field, fieldState } = useController({ name: 'media' });
  const input = useRef<HTMLInputElement>(null);
  const value: unknown = field.value;
  const name = value instanceof File ? value.name : value === 'keep' ? current : null;
  const change = (to: MediaChange) => {
    clearErrors('media');
    field.onChange(to);
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const refusal = await refusalOf(file);
    if (refusal === null) change(file);
    else
      setError('media', {
        message: t(`messages:attach.refused.${refusal}`, { limit: formatBytes(UPLOAD_MAX_BYTES) }),
      });
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('media.choose')}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // The same file may be chosen again.
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
          {name === null ? t('media.choose') : t('media.change')}
        </Button>
        {name !== null && (
          <>
            <Typography variant="body2" noWrap title={name}>
              {name}
            </Typography>
            <IconAction
              label={t('media.remove', { name })}
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
    </Box>
  );
};
