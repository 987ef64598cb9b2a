import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { useMutation } from '@tanstack/react-query';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchConnections } from '../../directory/connection-list.ts';
import { TokenDialog } from './token-dialog.tsx';

/** Shows the end of a connection's token, and replaces the token; a new token is shown in full only once. */
export const TokenField = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  const rotate = useMutation({
    mutationFn: () => call(connectionRoutes.rotateToken, { params: { id: connection.id } }),
    onSuccess: refetchConnections,
  });
  const ask = async () => {
    const yes = await confirm({
      title: t('token.title', { name: connection.name }),
      body: t('token.body'),
      confirmLabel: t('token.confirm'),
    });
    if (yes) rotate.mutate();
  };
  const token = rotate.data?.token;
  const last4 = token?.slice(-connection.token.last4.length) ?? connection.token.last4;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-end' }}>
      <TextField
        label={t('token.shown')}
        value={last4 === '' ? '' : `••••••••${last4}`}
        placeholder={t('token.none')}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Button variant="outlined" loading={rotate.isPending} onClick={() => void ask()} sx={{ flexShrink: 0 }}>
        {t('token.action')}
      </Button>
      {token !== undefined && <TokenDialog token={token} onClose={() => rotate.reset()} />}
    </Box>
  );
};
