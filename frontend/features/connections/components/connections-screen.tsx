import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import RestartAltRounded from '@mui/icons-material/RestartAltRounded';
import StarRounded from '@mui/icons-material/StarRounded';
import SyncAltOutlined from '@mui/icons-material/SyncAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { sessionReasonOf } from '@prosa/shared/rules/session-reason.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelIcon } from '../../../components/channel-icon.tsx';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { Page } from '../../../components/page.tsx';
import { StatusChip, type Tone } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api-client.ts';
import { formatPhone, formatWhen } from '../../../lib/format.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryClient, routeKey } from '../../../lib/query.ts';
import { useArrivedToAdd } from '../../../lib/use-arrived-to-add.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useConnections } from '../hooks/use-connections.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { QrDialog } from './qr-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';

const TONES: Record<ConnectionView['status'], Tone> = {
  CONNECTED: 'success',
  qrcode: 'warning',
  PAIRING: 'info',
  OPENING: 'info',
  TIMEOUT: 'warning',
  DISCONNECTED: 'error',
  PASSKEY_REQUIRED: 'error',
};

const refetch = () => queryClient.invalidateQueries({ queryKey: routeKey(connectionRoutes.list) });

/** Why a session is not up, and what helps. */
const WhyDown = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  const reason = sessionReasonOf(connection.reason);
  if (reason === undefined || connection.status === 'CONNECTED') return null;
  return (
    <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
      {t(`reason.${reason}`)}
    </Typography>
  );
};

/** What can be done with a session in its present state. */
const SessionActions = ({ connection, onShowQr }: { connection: ConnectionView; onShowQr: () => void }) => {
  const { t } = useTranslation('connections');
  const params = { id: connection.id };
  const start = useMutation({
    mutationFn: () => call(connectionRoutes.start, { params }),
    onSuccess: refetch,
  });
  const renew = useMutation({
    mutationFn: () => call(connectionRoutes.renew, { params }),
    onSuccess: async () => {
      onShowQr();
      await refetch();
    },
  });
  const disconnect = useMutation({
    mutationFn: () => call(connectionRoutes.disconnect, { params }),
    onSuccess: refetch,
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
        <Button size="small" loading={disconnect.isPending} onClick={() => void leave()}>
          {t('action.disconnect')}
        </Button>
      );
  }
};

/** The channel accounts of a company, with their live state. */
export const ConnectionsScreen = () => {
  const { t } = useTranslation('connections');
  const phone = useIsPhone();
  const { connections, query } = useConnections();
  const arrivedToAdd = useArrivedToAdd();
  const [editing, setEditing] = useState<ConnectionView | 'new' | null>(arrivedToAdd ? 'new' : null);
  const [qrId, setQrId] = useState<number | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const restart = useMutation({
    mutationFn: () => call(connectionRoutes.restartAll, {}),
    onSuccess: () => notifySuccess(t('restarted')),
  });

  const remove = (connection: ConnectionView) =>
    confirmRemoval({
      title: t('remove.title', { name: connection.name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(connectionRoutes.remove, { params: { id: connection.id } }),
      onRemoved: refetch,
    });
  const rotate = async (connection: ConnectionView) => {
    const yes = await confirm({
      title: t('token.title', { name: connection.name }),
      body: t('token.body'),
      confirmLabel: t('token.confirm'),
    });
    if (yes) setToken((await call(connectionRoutes.rotateToken, { params: { id: connection.id } })).token);
  };
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      actions={
        <>
          {phone ? (
            <IconAction
              label={t('restart')}
              icon={<RestartAltRounded />}
              disabled={restart.isPending}
              onClick={() => restart.mutate()}
            />
          ) : (
            <Button
              startIcon={<RestartAltRounded />}
              loading={restart.isPending}
              onClick={() => restart.mutate()}
            >
              {t('restart')}
            </Button>
          )}
          {add}
        </>
      }
    >
      <DataTable
        label={t('title')}
        rows={connections}
        rowKey={(connection) => connection.id}
        isLoading={query.isPending}
        error={query.error}
        onRetry={() => void query.refetch()}
        columns={[
          {
            id: 'name',
            header: t('column.name'),
            render: (connection) => (
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
                <ChannelIcon channel={connection.channel} />
                <Box sx={{ minWidth: 0 }}>
                  <Typography noWrap>{connection.name}</Typography>
                  <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
                    {connection.number === '' ? t('noNumber') : formatPhone(connection.number)}
                  </Typography>
                </Box>
                {connection.isDefault && (
                  <StarRounded titleAccess={t('default')} sx={{ color: 'warning.text' }} />
                )}
              </Box>
            ),
          },
          {
            id: 'status',
            header: t('column.status'),
            width: '180px',
            stacks: true,
            render: (connection) => (
              <Box>
                <StatusChip label={t(`status.${connection.status}`)} tone={TONES[connection.status]} />
                <WhyDown connection={connection} />
              </Box>
            ),
          },
          {
            id: 'session',
            header: t('column.session'),
            width: '240px',
            stacks: true,
            render: (connection) => (
              <SessionActions connection={connection} onShowQr={() => setQrId(connection.id)} />
            ),
          },
          {
            id: 'updated',
            header: t('column.updated'),
            width: '110px',
            wideOnly: true,
            render: ({ updatedAt }) => formatWhen(updatedAt),
          },
        ]}
        actions={(connection) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, onClick: () => setEditing(connection) },
          {
            id: 'token',
            label: t('token.action'),
            icon: <KeyOutlined />,
            onClick: () => void rotate(connection).catch(notifyError),
          },
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            onClick: () => void remove(connection),
          },
        ]}
        empty={
          <EmptyState
            icon={<SyncAltOutlined />}
            title={t('empty.title')}
            hint={t('empty.hint')}
            action={add}
          />
        }
      />
      {editing !== null && (
        <ConnectionDialog
          connection={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onCreated={setQrId}
        />
      )}
      {qrId !== null && <QrDialog id={qrId} onClose={() => setQrId(null)} />}
      {token !== null && <TokenDialog token={token} onClose={() => setToken(null)} />}
    </Page>
  );
};
