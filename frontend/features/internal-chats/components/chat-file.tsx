import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Button from '@mui/material/Button';
import type { InternalChatMessageView } from '@prosa/shared/contracts/internal-chats.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';
import { useState } from 'react';
import { openFile } from '../../../components/media/file-link.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { AudioPlayer } from '../../messages/components/message/audio-player.tsx';
import { MissingFile, ShownPicture, ShownVideo } from '../../messages/components/message/shown-file.tsx';

/** A file that is only offered for download, by a new link. */
const Document = ({ message, name }: { message: InternalChatMessageView; name: string }) => {
  const { t } = useTranslation('messages');
  return (
    <Button
      color="inherit"
      startIcon={<DownloadRounded />}
      aria-label={t('media.download', { name })}
      onClick={() => void openFile(message.mediaPath ?? '').catch(notifyError)}
      sx={{
        justifyContent: 'flex-start',
        textAlign: 'left',
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        bgcolor: 'action.hover',
      }}
    >
      {name}
    </Button>
  );
};

/** A message's file: a picture, a video or a sound is shown, any other is offered for download. */
export const ChatFile = ({ message }: { message: InternalChatMessageView }) => {
  const { t } = useTranslation('messages');
  const { mediaPath, mediaName, mediaType } = message;
  const [isLost, setLost] = useState(false);
  if (mediaName === null) return null;
  const kind = shownKindOf(mediaType ?? '');
  if (kind === undefined) return <Document message={message} name={mediaName} />;
  const lost = <MissingFile text={t('media.unavailable')} />;
  if (isLost || mediaPath === null) return lost;
  if (kind === 'image') return <ShownPicture src={mediaPath} alt={mediaName} lost={lost} />;
  if (kind === 'video') return <ShownVideo src={mediaPath} lost={lost} />;
  return <AudioPlayer src={mediaPath} durationS={null} voice={false} onLost={() => setLost(true)} />;
};
