import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { useQuery } from '@tanstack/react-query';
import { CopyAction } from '../../../components/copy-action.tsx';
import { StatusChip, type Tone } from '../../../components/status-chip.tsx';
import { reasonText } from '../../../lib/api/error-text.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { callExternal } from '../call-external.ts';
import { isSettled, type Progress, progressOf } from '../message-progress.ts';
import { useExternalError } from '../use-external-error.ts';

const POLL_MS = 2000;
const TONES: Record<Progress, Tone> = {
  pending: 'info',
  sending: 'info',
  sent: 'success',
  delivered: 'success',
  read: 'success',
  failed: 'error',
  unknown: 'warning',
};

/** A sent message: its id, and its status until it is read or has failed, read by the external API. */
export const SentMessage = ({ id, token }: { id: string; token: string }) => {
  const { t } = useTranslation('messages-api');
  const errorText = useExternalError();
  const { data, error } = useQuery({
    queryKey: [externalRoutes.messageStatus.id, id],
    queryFn: () => callExternal(externalRoutes.messageStatus, token, { id }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isSettled(progressOf(state.data)) ? false : POLL_MS,
    gcTime: 0,
    meta: { silent: true },
  });
  const progress = data === undefined ? 'pending' : progressOf(data);
  return (
    <Box role="status" sx={{ display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <StatusChip label={t(`progress.${progress}`)} tone={TONES[progress]} />
        <Box component="code" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {id}
        </Box>
        <CopyAction text={id} label={t('test.copyId')} done={t('test.idCopied')} />
      </Box>
      {typeof data?.error === 'string' && data.error !== '' && (
        <Typography variant="body2" sx={{ color: 'error.text' }}>
          {reasonText(data.error)}
        </Typography>
      )}
      {error !== null && data === undefined && (
        <Typography variant="body2" sx={{ color: 'error.text' }}>
          {errorText(error)}
        </Typography>
      )}
    </Box>
  );
};
