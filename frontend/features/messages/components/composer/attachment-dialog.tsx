import CloseRounded from '@mui/icons-material/CloseRounded';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { UPLOAD_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { useEffect, useId, useMemo, useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { FreshImage } from '../../../../components/media/fresh-image.tsx';
import { FreshVideo } from '../../../../components/media/fresh-player.tsx';
import { ResponsiveDialog } from '../../../../components/responsive-dialog.tsx';
import { formatBytes } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../../theme/tokens.ts';
import { type FileRefusal, refusalOf } from '../../../files/refused-file.ts';
import { exceededRoom } from '../../file-room.ts';

interface AttachmentDialogProps {
  files: readonly File[];
  /** Initial caption of the first file. */
  caption: string;
  /** What the channel can do; undefined while unknown: then only the server knows its limits. */
  can: ChannelAbilities | undefined;
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
  // A file without bytes cannot be previewed; an icon is better than a broken picture.
  const hasBytes = file.size > 0;
  if (hasBytes && file.type.startsWith('image/')) return <FreshImage src={url} alt="" style={shown} />;
  if (hasBytes && file.type.startsWith('video/')) return <FreshVideo src={url} muted style={shown} />;
  return <InsertDriveFileOutlined aria-hidden sx={{ fontSize: icon.hero, color: 'text.secondary' }} />;
};

interface Chosen {
  id: number;
  file: File;
  caption: string;
  /** Undefined while the file is being checked. */
  refusal: FileRefusal | null | undefined;
}

/** Shows a file's size, or why the file cannot be sent. */
const FileLine = ({
  file,
  refusal,
  can,
}: Pick<Chosen, 'file' | 'refusal'> & Pick<AttachmentDialogProps, 'can'>) => {
  const { t } = useTranslation('messages');
  const room = can === undefined ? undefined : exceededRoom(file, can);
  const problem =
    refusal != null
      ? t(`attach.refused.${refusal}`, { limit: formatBytes(UPLOAD_MAX_BYTES) })
      : room !== undefined
        ? t(`attach.channelTakes.${room.kind}`, { limit: formatBytes(room.maxBytes) })
        : undefined;
  return problem === undefined ? (
    <Typography variant="caption" sx={{ color: 'text.secondary' }}>
      {formatBytes(file.size)}
    </Typography>
  ) : (
    <Typography variant="caption" role="alert" sx={{ color: 'error.text' }}>
      {problem}
    </Typography>
  );
};

/**
 * Shows the files to send, each with its caption. Files that cannot be sent show the reason and do not block the
 * others.
 */
const AttachmentDialog = ({ files, caption: firstCaption, can, onClose, onSend }: AttachmentDialogProps) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const [chosen, setChosen] = useState<readonly Chosen[]>(() =>
    files.map((file, id) => ({
      id,
      file,
      caption: id === 0 ? firstCaption : '',
      refusal: undefined,
    })),
  );
  const change = (id: number, part: Partial<Chosen>) =>
    setChosen((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  useEffect(() => {
    for (const [id, file] of files.entries())
      void refusalOf(file).then((refusal) =>
        setChosen((all) => all.map((one) => (one.id === id ? { ...one, refusal } : one))),
      );
  }, [files]);
  const isSendable = ({ file, refusal }: Chosen): boolean =>
    refusal === null && (can === undefined || exceededRoom(file, can) === undefined);
  const good = chosen.filter(isSendable);
  const isJudged = chosen.every(({ refusal }) => refusal !== undefined);
  const first = good[0]?.id;
  const remove = (id: number) => {
    const others = chosen.filter((one) => one.id !== id);
    if (others.length === 0) onClose();
    else setChosen(others);
  };
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isJudged && good.length > 0)
            onSend(good.map(({ file, caption }) => ({ file, caption: caption.trim() })));
        }}
        style={{ display: 'contents' }}
      >
        <DialogTitle id={titleId}>
          {isJudged && good.length === 0
            ? t('attach.none')
            : t('attach.title', { count: isJudged ? good.length : chosen.length })}
        </DialogTitle>
        <DialogContent>
          <Stack component="ul" sx={{ gap: 4, paddingTop: 1, margin: 0, paddingInlineStart: 0 }}>
            {chosen.map((one) => (
              <Box component="li" key={one.id} sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
                <Box sx={{ display: 'flex', justifyContent: 'center', width: PREVIEW_PX, flexShrink: 0 }}>
                  <Preview file={one.file} />
                </Box>
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="body2" noWrap title={one.file.name}>
                    {one.file.name}
                  </Typography>
                  <FileLine file={one.file} refusal={one.refusal} can={can} />
                  {isSendable(one) && (
                    <TextField
                      size="small"
                      placeholder={t('attach.caption')}
                      slotProps={{
                        htmlInput: { 'aria-label': t('attach.captionOf', { name: one.file.name }) },
                      }}
                      value={one.caption}
                      autoFocus={one.id === first}
                      onChange={(event) => change(one.id, { caption: event.target.value })}
                    />
                  )}
                </Box>
                <IconAction
                  label={t('attach.remove', { name: one.file.name })}
                  icon={<CloseRounded />}
                  onClick={() => remove(one.id)}
                />
              </Box>
            ))}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('attach.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!isJudged || good.length === 0}>
            {t('attach.send')}
          </Button>
        </DialogActions>
      </form>
    </ResponsiveDialog>
  );
};

export default AttachmentDialog;
