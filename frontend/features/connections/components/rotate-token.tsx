import Button from '@mui/material/Button';
import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { useMutation } from '@tanstack/react-query';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchConnections } from '../../directory/connection-list.ts';
import { TokenDialog } from './token-dialog.tsx';

/** A button that replaces a connection's token; the new token is shown in full only once. */
export const RotateToken = ({ connection }: { connection: ConnectionView }) => {
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
  return (
    <>
      <Button variant="outlined" loading={rotate.isPending} onClick={() => void ask()} sx={{ flexShrink: 0 }}>
        {connection.token.configured ? t('token.action') : t('token.confirm')}
      </Button>
      {token !== undefined && <TokenDialog token={token} onClose={() => rotate.reset()} />}
    </>
  );
};
