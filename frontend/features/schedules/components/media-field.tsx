import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { SCHEDULE_PICTURE_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { useRef, useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** The change of a schedule's picture on saving. */
export type MediaChange = 'keep' | 'remove' | File;

interface MediaFieldProps {
  /** Name of the saved picture; null without one. */
  current: string | null;
  change: MediaChange;
  onChange: (change: MediaChange) => void;
}

/** A form field for the picture of a scheduled message. */
export const MediaField = ({ current, change, onChange }: MediaFieldProps) => {
  const { t } = useTranslation('schedules');
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const name = change === 'keep' ? current : change === 'remove' ? null : change.name;
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    setTooLarge(file.size > SCHEDULE_PICTURE_MAX_BYTES);
    if (file.size <= SCHEDULE_PICTURE_MAX_BYTES) onChange(file);
  };
  return (
    <Box>
      <input
        ref={input}
        type="file"
        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
        hidden
        aria-label={t('media.choose')}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // Allows selecting the same file again.
          event.target.value = '';
        }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
        <Button variant="outlined" startIcon={<AttachFileRounded />} onClick={() => input.current?.click()}>
          {name === null ? t('media.choose') : t('media.change')}
        </Button>
        {name !== null && (
          <>
            <Typography noWrap title={name} sx={{ minWidth: 0 }}>
              {name}
            </Typography>
            <IconAction
              label={t('media.remove')}
              icon={<DeleteOutlineRounded />}
              onClick={() => onChange(current === null ? 'keep' : 'remove')}
            />
          </>
        )}
      </Box>
      <FormHelperText error={isTooLarge}>{isTooLarge ? t('media.tooLarge') : t('media.help')}</FormHelperText>
    </Box>
  );
};
