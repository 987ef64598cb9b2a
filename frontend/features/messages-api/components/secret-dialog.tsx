import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { VerifyExample } from './verify-example.tsx';

interface SecretDialogProps {
  secret: string;
  onClose: () => void;
}

/** Shows a webhook's new secret, and how a receiver checks signatures with it; the secret cannot be shown again. */
export const SecretDialog = ({ secret, onClose }: SecretDialogProps) => {
  const { t } = useTranslation('messages-api');
  return (
    <ShownOnceDialog
      secret={secret}
      width="normal"
      texts={{
        title: t('webhook.secret.title'),
        hint: t('webhook.secret.once'),
        field: t('webhook.secret.field'),
        copy: t('webhook.secret.copy'),
        copied: t('webhook.secret.copied'),
        done: t('webhook.secret.done'),
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, marginTop: 4 }}>
        <Typography>{t('docs.webhooks.verify')}</Typography>
        <VerifyExample />
      </Box>
    </ShownOnceDialog>
  );
};
