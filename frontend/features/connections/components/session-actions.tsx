import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { useMutation } from '@tanstack/react-query';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchConnections } from '../../directory/connection-list.ts';
import { ImportAction } from './import-card.tsx';

/** Shows the actions that a WhatsApp session's state allows. */
export const SessionActions = ({
  connection,
  onShowQr,
}: {
  connection: ConnectionView;
  onShowQr: () => void;
}) => {
  const { t } = useTranslation('connections');
  const params = { id: connection.id };
  const start = useMutation({
    mutationFn: () => call(connectionRoutes.start, { params }),
    onSuccess: refetchConnections,
  });
  const renew = useMutation({
    mutationFn: () => call(connectionRoutes.renew, { params }),
    onSuccess: async () => {
      onShowQr();
      await refetchConnections();
    },
  });
  const disconnect = useMutation({
    mutationFn: () => call(connectionRoutes.disconnect, { params }),
    onSuccess: refetchConnections,
  });
  const leave = async () => {
    const yes = await confirm({
      title: t('disconnect.title', { name: connection.name }),
      body: t('disconnect.body'),
      confirmLabel: t('disconnect.confirm'),
      danger: true,
    });
    if (yes) disconnect.mutate();
  };
  switch (connection.status) {
    case 'qrcode':
      return (
        <Button size="small" variant="contained" onClick={onShowQr}>
          {t('action.qr')}
        </Button>
      );
    case 'DISCONNECTED':
    case 'PASSKEY_REQUIRED':
      return (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button size="small" variant="outlined" loading={start.isPending} onClick={() => start.mutate()}>
            {t('action.retry')}
          </Button>
          <Button size="small" loading={renew.isPending} onClick={() => renew.mutate()}>
            {t('action.newQr')}
          </Button>
        </Box>
      );
    case 'OPENING':
      return (
        <Button size="small" loading loadingPosition="start">
          {t('action.connecting')}
        </Button>
      );
    default:
      return (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button size="small" loading={disconnect.isPending} onClick={() => void leave()}>
            {t('action.disconnect')}
          </Button>
          <ImportAction connection={connection} />
        </Box>
      );
  }
};
