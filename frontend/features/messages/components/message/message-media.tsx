import DownloadRounded from '@mui/icons-material/DownloadRounded';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';
import { Suspense, useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { openFile } from '../../../../components/media/file-link.ts';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { notifyError } from '../../../../lib/screen/notify.ts';
import { formatBytes } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { icon, radius } from '../../../../theme/tokens.ts';
import { usePlayableSound } from '../../hooks/use-playable-sound.ts';
import { PENDING_PREFIX } from '../../pending-store.ts';
import { AudioPlayer } from './audio-player.tsx';
import { MissingFile, ShownPicture, ShownVideo } from './shown-file.tsx';

const DocumentPreview = lazyPart(() => import('./document-preview.tsx'));

/** A picture that is as wide as its place. */
const SMALL = {
  width: '100%',
  aspectRatio: '1',
  objectFit: 'cover',
  backgroundColor: 'var(--mui-palette-action-hover)',
} as const;
const STICKER_PX = 160;
const STICKER = { width: STICKER_PX, height: STICKER_PX, objectFit: 'contain' } as const;

/** State of a file from before the connection: it was not fetched on import. */
const FILE_NOT_IMPORTED = 'imported';

const Unavailable = ({ reason }: { reason: string }) => {
  const { t } = useTranslation('messages');
  if (reason === 'ERR_FILESIZE_OVER_LIMIT') return <MissingFile text={t('media.tooLarge')} />;
  return <MissingFile text={t(reason === FILE_NOT_IMPORTED ? 'media.notImported' : 'media.unavailable')} />;
};

interface PictureProps {
  message: MessageView;
  /** Whether it is one of several pictures side by side, as wide as its place. */
  isSmall?: boolean;
}

/** A picture that opens at full size. */
export const Picture = ({ message, isSmall = false }: PictureProps) => {
  const { t } = useTranslation('messages');
  const sticker = message.mediaType === 'stickerMessage';
  const lost = <Unavailable reason={message.media?.reason ?? ''} />;
  if (message.mediaUrl === null) return lost;
  const alt = message.body === '' ? t(sticker ? 'kind.sticker' : 'kind.image') : message.body;
  const picture = { src: message.mediaUrl, alt, lost, opens: !sticker };
  if (isSmall) return <ShownPicture {...picture} style={SMALL} />;
  return sticker ? <ShownPicture {...picture} style={STICKER} /> : <ShownPicture {...picture} />;
};

const Video = ({ message }: { message: MessageView }) => {
  const lost = <Unavailable reason={message.media?.reason ?? ''} />;
  return message.mediaUrl === null ? lost : <ShownVideo src={message.mediaUrl} lost={lost} />;
};

/** Whether a download opens in a new tab: phones cannot preview PDFs inside the page. */
const opensInTab = (mimeType: string): boolean =>
  mimeType === 'application/pdf' && !navigator.pdfViewerEnabled;

const Document = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const [shown, setShown] = useState(false);
  const { fileName = '', mimeType = '', size = 0 } = message.media ?? {};
  const name = fileName === '' ? message.body : fileName;
  const isPending = message.id.startsWith(PENDING_PREFIX);
  const src = message.mediaUrl ?? '';
  const download = () => void openFile(src).catch(notifyError);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        maxWidth: '100%',
        borderRadius: `${radius.control}px`,
        bgcolor: 'action.hover',
      }}
    >
      <Button
        onClick={() => (opensInTab(mimeType) ? download() : setShown(true))}
        disabled={isPending}
        color="inherit"
        aria-label={t('preview.open', { name })}
        startIcon={<InsertDriveFileOutlined sx={{ fontSize: icon.large }} />}
        sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'left', whiteSpace: 'normal' }}
      >
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {formatBytes(size)}
          </Typography>
        </Box>
      </Button>
      <IconAction
        label={t('media.download', { name })}
        icon={<DownloadRounded />}
        disabled={isPending}
        onClick={download}
      />
      {shown && (
        <Suspense fallback={null}>
          <DocumentPreview
            src={src}
            name={name}
            file={{ mimeType, size }}
            onDownload={download}
            onClose={() => setShown(false)}
          />
        </Suspense>
      )}
    </Box>
  );
};

const Voice = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const { src, isComing, failed, onLost } = usePlayableSound(message);
  if (isComing)
    return <Skeleton variant="rounded" width={240} height={40} aria-label={t('media.fetching')} />;
  if (src === null || failed) return <Unavailable reason={message.media?.reason ?? ''} />;
  return (
    <AudioPlayer
      src={src}
      durationS={message.media?.durationS ?? null}
      voice={message.media?.voice ?? false}
      onLost={onLost}
    />
  );
};

/** A message's file: shown, played or offered for download, or the reason why it is missing. */
export const MessageMedia = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const { media } = message;
  if (media === null) return null;
  if (media.state === 'fetching') {
    return (
      <Skeleton
        variant="rounded"
        width={240}
        height={message.mediaType === 'audio' ? 40 : 160}
        aria-label={t('media.fetching')}
      />
    );
  }
  if (media.state === 'failed') return <Unavailable reason={media.reason} />;
  switch (message.mediaType === 'interactiveMessage' ? shownKindOf(media.mimeType) : message.mediaType) {
    case 'image':
    case 'stickerMessage':
      return <Picture message={message} />;
    case 'video':
      return <Video message={message} />;
    case 'audio':
      return <Voice message={message} />;
    default:
      return <Document message={message} />;
  }
};
