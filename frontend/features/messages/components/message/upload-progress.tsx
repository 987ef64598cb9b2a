import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useStore } from 'zustand';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { radius } from '../../../../theme/tokens.ts';
import { discardPending, pendingStore } from '../../pending-store.ts';

/** The upload progress of a message's file, with a cancel button. */
export const UploadProgress = ({ clientId }: { clientId: string | null }) => {
  const { t } = useTranslation('messages');
  const pending = useStore(pendingStore, (state) =>
    state.messages.find((message) => message.clientId === clientId),
  );
  if (pending?.file == null || pending.error !== null || pending.isWaiting) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, marginTop: 1 }}>
      <LinearProgress
        variant="determinate"
        value={pending.file.progress * 100}
        aria-label={t('media.sending')}
        sx={{ flex: 1, borderRadius: `${radius.pill}px` }}
      />
      <Button size="small" onClick={() => discardPending(pending.clientId)}>
        {t('media.cancel')}
      </Button>
    </Box>
  );
};
