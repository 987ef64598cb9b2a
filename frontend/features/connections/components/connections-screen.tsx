import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import RestartAltRounded from '@mui/icons-material/RestartAltRounded';
import StarRounded from '@mui/icons-material/StarRounded';
import SyncAltOutlined from '@mui/icons-material/SyncAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { type Channel, DEFAULT_CHANNEL } from '@prosa/shared/messaging/identity.ts';
import { hasSession } from '@prosa/shared/rules/channel-connections.ts';
import { sessionReasonOf } from '@prosa/shared/rules/session-reason.ts';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ChannelIcon } from '../../../components/channel-icon.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { Page } from '../../../components/page.tsx';
import { StatusChip, type Tone } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useArrivedToAdd } from '../../../lib/screen/use-arrived-to-add.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { formatPhone, formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchConnections } from '../../directory/connection-list.ts';
import { useAccountHealth } from '../hooks/use-account-health.ts';
import { useConnections } from '../hooks/use-connections.ts';
import { AccountWarnings, HealthDialog, NumbersAtRisk } from './account-health.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ImportAction, ImportCard } from './import-card.tsx';
import { ExpiryWarning, LinkActions } from './link-actions.tsx';
import { linkWayOf } from './link-ways.tsx';
import { NewConnection } from './new-connection.tsx';
import { QrDialog } from './qr-dialog.tsx';
import { SessionActions } from './session-actions.tsx';

const TONES: Record<ConnectionView['status'], Tone> = {
  CONNECTED: 'success',
  qrcode: 'warning',
  PAIRING: 'info',
  OPENING: 'info',
  TIMEOUT: 'warning',
  DISCONNECTED: 'error',
  PASSKEY_REQUIRED: 'error',
};

/** Explains why a connection is down, and what helps. */
const WhyDown = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  const reason = sessionReasonOf(connection.reason);
  if (reason === undefined || connection.status === 'CONNECTED') return null;
  return (
    <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal' }}>
      {t(`reason.${reason}`)}
    </Typography>
  );
};

const Default = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  return connection.isDefault ? (
    <StarRounded titleAccess={t('default')} sx={{ color: 'warning.text' }} />
  ) : null;
};

const NumberText = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  return connection.number === '' ? t('noNumber') : formatPhone(connection.number);
};

/** Minimum window width in which every column has room, including the name's. */
const ROOMY_PX = 1440;

/** Returns the columns that identify a connection: separate columns in a wide window, otherwise one. */
const identityColumns = (t: TFunction<'connections'>, roomy: boolean): Column<ConnectionView>[] => {
  if (roomy)
    return [
      {
        id: 'channel',
        header: t('column.channel'),
        width: '72px',
        render: ({ channel }) => <ChannelIcon channel={channel} />,
      },
      { id: 'name', header: t('column.name'), render: ({ name }) => name },
      {
        id: 'number',
        header: t('column.number'),
        width: '184px',
        render: (connection) => <NumberText connection={connection} />,
      },
    ];
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: (connection) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
          <ChannelIcon channel={connection.channel} />
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap>{connection.name}</Typography>
            <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
              <NumberText connection={connection} />
            </Typography>
          </Box>
          <Default connection={connection} />
        </Box>
      ),
    },
  ];
};

const defaultColumn = (t: TFunction<'connections'>): Column<ConnectionView> => ({
  id: 'default',
  header: t('column.default'),
  width: '80px',
  align: 'center',
  render: (connection) => <Default connection={connection} />,
});

const Restart = () => {
  const { t } = useTranslation('connections');
  const phone = useIsPhone();
  const restart = useMutation({
    mutationFn: () => call(connectionRoutes.restartAll, {}),
    onSuccess: () => notifySuccess(t('restarted')),
  });
  return phone ? (
    <IconAction
      label={t('restart')}
      icon={<RestartAltRounded />}
      disabled={restart.isPending}
      onClick={() => restart.mutate()}
    />
  ) : (
    <Button startIcon={<RestartAltRounded />} loading={restart.isPending} onClick={() => restart.mutate()}>
      {t('restart')}
    </Button>
  );
};

/** The screen of a company's connections, with their live state and health. */
const ConnectionsScreen = () => {
  const { t } = useTranslation('connections');
  const navigate = useNavigate();
  const { connections, query } = useConnections();
  const health = useAccountHealth();
  const roomy = useMediaQuery((theme) => theme.breakpoints.up(ROOMY_PX), { noSsr: true });
  const arrivedToAdd = useArrivedToAdd();
  const [editing, setEditing] = useState<number | Channel | null>(arrivedToAdd ? DEFAULT_CHANNEL : null);
  const [linking, setLinking] = useState<Channel | null>(null);
  const LinkDialog = linking === null ? null : linkWayOf(linking).Dialog;
  const [qrId, setQrId] = useState<number | null>(null);
  const [lookedAt, setLookedAt] = useState<number | null>(null);
  const find = (id: number | Channel | null) => connections?.find((connection) => connection.id === id);
  const [edited, seen] = [find(editing), find(lookedAt)];

  const remove = (connection: ConnectionView) =>
    confirmRemoval({
      title: t('remove.title', { name: connection.name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(connectionRoutes.remove, { params: { id: connection.id } }),
      onRemoved: refetchConnections,
    });
  // A paired connection is added first and linked afterwards; any other comes from the account that is linked.
  const add = (
    <NewConnection onChoose={(channel) => (hasSession({ channel }) ? setEditing : setLinking)(channel)} />
  );
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <Restart />
          {add}
        </>
      }
    >
      <ImportCard connections={connections} />
      <NumbersAtRisk
        accounts={(connections ?? []).map((connection) => ({
          connection,
          health: health.get(connection.id),
        }))}
      />
      <DataTable
        label={t('title')}
        rows={connections}
        rowKey={(connection) => connection.id}
        isLoading={query.isPending}
        error={query.error}
        onRetry={() => void query.refetch()}
        columns={[
          ...identityColumns(t, roomy),
          {
            id: 'status',
            header: t('column.status'),
            width: '210px',
            stacks: true,
            render: (connection) => (
              <Box>
                <StatusChip label={t(`status.${connection.status}`)} tone={TONES[connection.status]} />
                <WhyDown connection={connection} />
                <ExpiryWarning connection={connection} />
                <AccountWarnings connection={connection} health={health.get(connection.id)} />
              </Box>
            ),
          },
          {
            id: 'session',
            header: t('column.session'),
            width: '220px',
            stacks: true,
            render: (connection) =>
              hasSession(connection) ? (
                <SessionActions connection={connection} onShowQr={() => setQrId(connection.id)} />
              ) : (
                <>
                  <LinkActions connection={connection} />
                  <ImportAction connection={connection} />
                </>
              ),
          },
          {
            id: 'updated',
            header: t('column.updated'),
            width: '100px',
            wideOnly: true,
            render: ({ updatedAt }) => formatWhen(updatedAt),
          },
          ...(roomy ? [defaultColumn(t)] : []),
        ]}
        actions={(connection) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(connection.id) },
          ...(connection.can?.templates === true
            ? [
                {
                  id: 'templates',
                  label: t('templates'),
                  icon: <DescriptionOutlined />,
                  run: () => void navigate(paths.connectionTemplates(connection.id)),
                },
              ]
            : []),
          // Of other accounts there is none until their provider has news.
          ...(hasSession(connection) || health.has(connection.id)
            ? [
                {
                  id: 'health',
                  label: t('health.action'),
                  icon: <MonitorHeartOutlined />,
                  run: () => setLookedAt(connection.id),
                },
              ]
            : []),
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: () => void remove(connection),
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
      {(typeof editing === 'string' || edited !== undefined) && (
        <ConnectionDialog
          connection={edited ?? null}
          channel={edited?.channel ?? (typeof editing === 'string' ? editing : DEFAULT_CHANNEL)}
          onClose={() => setEditing(null)}
          onLink={setQrId}
        />
      )}
      {LinkDialog !== null && <LinkDialog onClose={() => setLinking(null)} />}
      {seen !== undefined && (
        <HealthDialog connection={seen} health={health.get(seen.id)} onClose={() => setLookedAt(null)} />
      )}
      {qrId !== null && <QrDialog id={qrId} onClose={() => setQrId(null)} />}
    </Page>
  );
};

export default ConnectionsScreen;
