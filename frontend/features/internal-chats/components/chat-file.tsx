import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Button from '@mui/material/Button';
import type { InternalChatMessageView } from '@prosa/shared/contracts/internal-chats.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';
import { useState } from 'react';
import { queryClient } from '../../../lib/api/query.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { AudioPlayer } from '../../messages/components/message/audio-player.tsx';
import { MissingFile, ShownPicture, ShownVideo } from '../../messages/components/message/shown-file.tsx';
import { chatMessages } from '../chat-cache.ts';

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
  if (failed || mediaPath === null) return <MissingFile text={t('media.unavailable')} />;
  // The first error may be an expired link; an error of the new link is final.
  const onError = () => {
    if (expired !== null) {
      setFailed(true);
      return;
    }
    setExpired(mediaPath);
    void renewLinks(chatId).catch(notifyError);
  };
  if (kind === 'image') return <ShownPicture src={mediaPath} alt={mediaName} onError={onError} />;
  if (kind === 'video') return <ShownVideo src={mediaPath} onError={onError} />;
  return <AudioPlayer src={mediaPath} durationS={null} voice={false} onError={onError} />;
};
