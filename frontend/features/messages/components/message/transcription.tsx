import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { errorText } from '../../../../lib/api/error-text.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { PENDING_PREFIX } from '../../pending-store.ts';
import { MessageText } from './message-text.tsx';

/** The same width as the player above it. */
const LINE = { width: 240, maxWidth: '100%' } as const;

/**
 * The transcription of a voice note, if the company has a transcription service; requested once, then visible to all
 * users.
 */
export const Transcription = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation('messages');
  const { company } = useUser();
  const ask = useMutation({
    mutationFn: () => call(mediaRoutes.transcribe, { params: { file: message.id } }),
    meta: { silent: true },
  });
  const text = message.transcribedText ?? ask.data?.transcribedText;
  if (text !== undefined) {
    return (
      <Typography component="div" variant="body2" sx={LINE}>
        <Typography component="p" variant="caption" sx={{ color: 'text.secondary' }}>
          {t('transcription.title')}
        </Typography>
        {text === '' ? t('transcription.nothing') : <MessageText text={text} />}
      </Typography>
    );
  }
  if (ask.isPending)
    return <Skeleton variant="text" sx={LINE} role="status" aria-label={t('transcription.asking')} />;
  const isOffered =
    company.companieSettings.transcriptionKey &&
    message.media?.state === 'stored' &&
    !message.id.startsWith(PENDING_PREFIX);
  if (!isOffered) return null;
  return (
    <>
      {ask.error !== null && (
        <Typography role="alert" variant="caption" sx={{ ...LINE, color: 'error.text' }}>
          {errorText(ask.error)}
        </Typography>
      )}
      <Button size="small" onClick={() => ask.mutate()} sx={{ alignSelf: 'flex-start' }}>
        {t(ask.error === null ? 'transcription.ask' : 'transcription.retry')}
      </Button>
    </>
  );
};
