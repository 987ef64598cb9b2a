import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { type IntegrationView, integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchIntegrations } from '../../directory/integration-list.ts';

interface SecretFieldProps {
  integration: IntegrationView;
  /** Whether the form has another address, which is not saved: saving it drops the secret. */
  isMoved: boolean;
  /** Called with the integration's new version after its secret has changed. */
  onRotated: (version: number) => void;
}

/**
 * The end of the secret that signs the calls, with a button that makes another; that one is shown in full only once. A
 * secret for an address that is not saved cannot be made.
 */
export const SecretField = ({
  integration: { id, name, signingSecretLast4 },
  isMoved,
  onRotated,
}: SecretFieldProps) => {
  const { t } = useTranslation('integrations');
  const [last4, setLast4] = useState(signingSecretLast4);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useMutation({
    mutationFn: () => call(integrationRoutes.rotateSecret, { params: { id } }),
    onSuccess: async (rotated) => {
      onRotated(rotated.version);
      setLast4(rotated.signingSecretLast4);
      setSecret(rotated.secret);
      await refetchIntegrations();
    },
  });
  const ask = async () => {
    const yes =
      last4 === '' ||
      (await confirm({
        title: t('secret.question', { name }),
        body: t('secret.body'),
        confirmLabel: t('secret.create'),
      }));
    if (yes) rotate.mutate();
  };
  return (
    <Box>
      {isMoved && last4 !== '' && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('secret.addressMoved')}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
        <TextField
          label={t('secret.shown')}
          value={last4 === '' ? '' : `••••${last4}`}
          placeholder={t('secret.none')}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        <Button
          variant="outlined"
          loading={rotate.isPending}
          disabled={isMoved}
          onClick={() => void ask()}
          sx={{ flexShrink: 0 }}
        >
          {last4 === '' ? t('secret.create') : t('secret.rotate')}
        </Button>
      </Box>
      <FormHelperText>{t(isMoved && last4 === '' ? 'secret.later' : 'secret.help')}</FormHelperText>
      {secret !== null && (
        <ShownOnceDialog
          secret={secret}
          texts={{
            title: t('secret.title'),
            hint: t('secret.once'),
            field: t('secret.field'),
            copy: t('secret.copy'),
            copied: t('secret.copied'),
            done: t('secret.done'),
          }}
          onClose={() => setSecret(null)}
        />
      )}
    </Box>
  );
};
