import BrokenImageOutlined from '@mui/icons-material/BrokenImageOutlined';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { InternalChatMessageView } from '@prosa/shared/contracts/internal-chats.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';
import { Suspense, useState } from 'react';
import { queryClient } from '../../../lib/api/query.ts';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { AudioPlayer } from '../../messages/components/message/audio-player.tsx';
import { chatMessages } from '../chat-cache.ts';

const ImageLightbox = lazyPart(() => import('../../messages/components/message/image-lightbox.tsx'));

const SHOWN = { maxWidth: '100%', maxHeight: 320, minWidth: 96, minHeight: 96 } as const;

/** Refetches a chat's messages, because links to files are valid for a few minutes only. */
const renewLinks = (chatId: number): Promise<void> =>
  queryClient.refetchQueries(
    { queryKey: chatMessages(chatId).queryKey, exact: true },
    { cancelRefetch: false },
  );

/** Returns the current link to a message's file; null if the message is not cached. */
const linkOf = ({ chatId, id }: InternalChatMessageView): string | null =>
  queryClient
    .getQueryData(chatMessages(chatId).queryKey)
    ?.pages.flatMap(({ records }) => records)
    .find((message) => message.id === id)?.mediaPath ?? null;

interface FileProps {
  link: string;
  name: string;
  onError: () => void;
}

const Picture = ({ link, name, onError }: FileProps) => {
  const { t } = useTranslation('messages');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ButtonBase
        aria-label={t('media.open')}
        onClick={() => setOpen(true)}
        sx={{ display: 'block', borderRadius: `${radius.card}px`, overflow: 'hidden' }}
      >
        <Box
          component="img"
          src={link}
          alt={name}
          onError={onError}
          sx={{ ...SHOWN, display: 'block', objectFit: 'cover', bgcolor: 'action.hover' }}
        />
      </ButtonBase>
      {isOpen && (
        <Suspense fallback={null}>
          <ImageLightbox src={link} alt={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const Video = ({ link, onError }: FileProps) => (
  <video
    src={link}
    controls
    preload="metadata"
    onError={onError}
    style={{ ...SHOWN, borderRadius: radius.card, display: 'block' }}
  >
    <track kind="captions" />
  </video>
);

/** A file that is only offered for download, by a new link. */
const Document = ({ message, name }: { message: InternalChatMessageView; name: string }) => {
  const { t } = useTranslation('messages');
  const open = async () => {
    await renewLinks(message.chatId);
    const link = linkOf(message);
    if (link !== null) globalThis.open(link, '_blank', 'noopener');
  };
  return (
    <Button
      color="inherit"
      startIcon={<DownloadRounded />}
      aria-label={t('media.download', { name })}
      onClick={() => void open().catch(notifyError)}
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
  const { mediaPath, mediaName, mediaType, chatId } = message;
  const [expired, setExpired] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  if (mediaName === null) return null;
  const kind = shownKindOf(mediaType ?? '');
  if (kind === undefined) return <Document message={message} name={mediaName} />;
  if (failed || mediaPath === null)
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, padding: 2, color: 'text.secondary' }}>
        <BrokenImageOutlined />
        <Typography variant="body2">{t('media.unavailable')}</Typography>
      </Box>
    );
  // The first error may be an expired link; an error of the new link is final.
  const onError = () => {
    if (expired !== null) {
      setFailed(true);
      return;
    }
    setExpired(mediaPath);
    void renewLinks(chatId).catch(notifyError);
  };
  const file = { link: mediaPath, name: mediaName, onError };
  if (kind === 'image') return <Picture {...file} />;
  if (kind === 'video') return <Video {...file} />;
  return <AudioPlayer src={mediaPath} durationS={null} voice={false} onError={onError} />;
};
