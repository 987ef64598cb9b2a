import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useEffect, useRef, useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { errorText } from '../../../lib/api/error-text.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { PictureChange } from '../picture-change.ts';
import { squarePicture } from '../square-picture.ts';

/** Returns an object URL of a selected file while it is shown. */
const usePreview = (file: File | null): string => {
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (file === null) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl('');
    };
  }, [file]);
  return url;
};

/** The form's `picture`, a `PictureChange`, with a preview that also uses the form's `name`. */
export const PictureField = ({ current }: { current: string }) => {
  const { t } = useTranslation('users');
  const { setError, clearErrors } = useFormContext();
  const { field, fieldState } = useController({ name: 'picture' });
  const name: unknown = useWatch({ name: 'name' });
  const input = useRef<HTMLInputElement>(null);
  const value: unknown = field.value;
  const chosen = value instanceof File ? value : null;
  const preview = usePreview(chosen);
  const src = chosen === null && value === 'keep' ? current : preview;

  const change = (to: PictureChange) => {
    clearErrors('picture');
    field.onChange(to);
  };
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      change(await squarePicture(file));
    } catch (error) {
      setError('picture', { message: errorText(error) });
    }
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 4 }}>
      <UserAvatar name={typeof name === 'string' ? name : ''} src={src} size="profile" />
      <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1, minWidth: 0 }}>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('picture.choose')}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // Allows selecting the same file again.
            event.target.value = '';
          }}
        />
        <Button
          ref={field.ref}
          variant="outlined"
          startIcon={<PhotoCameraOutlined />}
          onClick={() => input.current?.click()}
        >
          {src === '' ? t('picture.choose') : t('picture.change')}
        </Button>
        {src !== '' && (
          <Button
            color="inherit"
            startIcon={<DeleteOutlineRounded />}
            onClick={() => change(current === '' ? 'keep' : 'remove')}
          >
            {t('picture.remove')}
          </Button>
        )}
        {fieldState.error?.message !== undefined && (
          <FormHelperText error role="alert">
            {fieldState.error.message}
          </FormHelperText>
        )}
      </Box>
    </Box>
  );
};
