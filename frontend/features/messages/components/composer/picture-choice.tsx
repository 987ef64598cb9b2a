import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { UPLOAD_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { useRef, useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { formatBytes } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { type FileRefusal, refusalOf } from '../../../files/refused-file.ts';

interface PictureChoiceProps {
  picture: File | null;
  onChange: (picture: File | null) => void;
}

/** Selects an optional picture at the top of a message. */
export const PictureChoice = ({ picture, onChange }: PictureChoiceProps) => {
  const { t } = useTranslation('messages');
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<FileRefusal | null>(null);
  const choose = async (file: File) => {
    const refused = file.type.startsWith('image/') ? await refusalOf(file) : 'type';
    setRefusal(refused);
    if (refused === null) onChange(file);
  };
  return (
    <Box>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label={t('interactive.picture')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void choose(file);
          event.target.value = '';
        }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
        <Button variant="outlined" startIcon={<AttachFileRounded />} onClick={() => input.current?.click()}>
          {t('interactive.picture')}
        </Button>
        {picture !== null && (
          <>
            <Typography variant="body2" noWrap title={picture.name} sx={{ minWidth: 0 }}>
              {picture.name}
            </Typography>
            <IconAction
              label={t('attach.remove', { name: picture.name })}
              icon={<DeleteOutlineRounded />}
              onClick={() => onChange(null)}
            />
          </>
        )}
      </Box>
      {refusal !== null && (
        <FormHelperText error>
          {t(`attach.refused.${refusal}`, { limit: formatBytes(UPLOAD_MAX_BYTES) })}
        </FormHelperText>
      )}
    </Box>
  );
};
