import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { UPLOAD_MAX_BYTES } from '@prosa/shared/contracts/media.ts';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { formatBytes } from '../../../lib/format.ts';
import { icon, radius } from '../../../theme/tokens.ts';

interface AttachmentDialogProps {
  files: readonly File[];
  onClose: () => void;
  onSend: (files: { file: File; caption: string }[]) => void;
}

const PREVIEW_PX = 96;

const Preview = ({ file }: { file: File }) => {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const shown = {
    width: PREVIEW_PX,
    height: PREVIEW_PX,
    objectFit: 'cover',
    borderRadius: radius.control,
  } as const;
  if (file.type.startsWith('image/')) return <img src={url} alt="" style={shown} />;
  if (file.type.startsWith('video/')) return <video src={url} muted preload="metadata" style={shown} />;
  return <InsertDriveFileOutlined aria-hidden sx={{ fontSize: icon.hero, color: 'text.secondary' }} />;
};

/** What will be sent, each file with its caption. */
const AttachmentDialog = ({ files, onClose, onSend }: AttachmentDialogProps) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const [captions, setCaptions] = useState<string[]>([]);
  const tooLarge = files.filter(({ size }) => size > UPLOAD_MAX_BYTES || size === 0);
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSend(files.map((file, index) => ({ file, caption: captions[index]?.trim() ?? '' })));
        }}
        style={{ display: 'contents' }}
      >
        <DialogTitle id={titleId}>{t('attach.title', { count: files.length })}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 4, paddingTop: 1 }}>
            {files.map((file, index) => (
              <Box
                key={`${file.name}-${file.size}-${file.lastModified}`}
                sx={{ display: 'flex', gap: 3, alignItems: 'center' }}
              >
                <Preview file={file} />
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="body2" noWrap>
                    {file.name}
                  </Typography>
                  <Typography
                    variant="caption"
                    sx={{ color: tooLarge.includes(file) ? 'error.text' : 'text.secondary' }}
                  >
                    {file.size === 0
                      ? t('attach.empty')
                      : file.size > UPLOAD_MAX_BYTES
                        ? t('attach.tooLarge', { limit: formatBytes(UPLOAD_MAX_BYTES) })
                        : formatBytes(file.size)}
                  </Typography>
                  <TextField
                    size="small"
                    placeholder={t('attach.caption')}
                    slotProps={{ htmlInput: { 'aria-label': t('attach.captionOf', { name: file.name }) } }}
                    value={captions[index] ?? ''}
                    autoFocus={index === 0}
                    onChange={(event) =>
                      setCaptions(Object.assign([...captions], { [index]: event.target.value }))
                    }
                  />
                </Box>
              </Box>
            ))}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('attach.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={tooLarge.length > 0}>
            {t('attach.send')}
          </Button>
        </DialogActions>
      </form>
    </ResponsiveDialog>
  );
};

export default AttachmentDialog;
