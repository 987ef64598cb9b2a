import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import PowerSettingsNewRounded from '@mui/icons-material/PowerSettingsNewRounded';
import SendOutlined from '@mui/icons-material/SendOutlined';
import WebhookRounded from '@mui/icons-material/WebhookRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  ENDPOINTS_MAX,
  type WebhookEndpointView,
  webhookEndpointRoutes,
} from '@prosa/shared/contracts/webhook-endpoints.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Action } from '../../../components/action-menu.tsx';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { endpointList, noteEndpoints, refetchEndpoints } from '../endpoint-list.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointStateChip } from './endpoint-state-chip.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Returns the actions that change a webhook or send to it, without a dialog of their own. */
const useEndpointActions = (onSecret: (secret: string) => void, onTried: (id: number) => void) => {
  const { t } = useTranslation('messages-api');
  const rotate = useMutation({
    mutationFn: (id: number) => call(webhookEndpointRoutes.rotateSecret, { params: { id } }),
    onSuccess: async ({ secret }) => {
      await refetchEndpoints();
      onSecret(secret);
    },
  });
  const turn = useMutation({
    mutationFn: ({ id, version, off }: WebhookEndpointView) =>
      call(webhookEndpointRoutes.update, { params: { id }, body: { isOn: off !== null, version } }),
    onSuccess: ({ off }) => notifySuccess(t(off === null ? 'webhook.turnedOn' : 'webhook.turnedOff')),
    onSettled: refetchEndpoints,
  });
  const tryOut = useMutation({
    mutationFn: (id: number) => call(webhookEndpointRoutes.sendTrial, { params: { id } }),
    onSuccess: (_delivery, id) => {
      notifySuccess(t('webhook.trialSent'));
      onTried(id);
    },
  });
  const askRotation = async ({ id, name }: WebhookEndpointView) => {
    const yes = await confirm({
      title: t('webhook.rotate.title', { name }),
      body: t('webhook.rotate.body'),
      confirmLabel: t('webhook.rotate.confirm'),
    });
    if (yes) rotate.mutate(id);
  };
  const remove = ({ id, name }: WebhookEndpointView) =>
    confirmRemoval({
      title: t('webhook.removal.title', { name }),
      body: t('webhook.removal.body'),
      confirmLabel: t('webhook.removal.confirm'),
      done: t('webhook.removal.done'),
      remove: () => call(webhookEndpointRoutes.remove, { params: { id } }),
      onRemoved: refetchEndpoints,
    });
  return (endpoint: WebhookEndpointView): Action[] => [
    {
      id: 'trial',
      label: t('webhook.trial'),
      icon: <SendOutlined />,
      disabled: endpoint.off !== null,
      run: () => tryOut.mutate(endpoint.id),
    },
    {
      id: 'rotate',
      label: t('webhook.rotate.action'),
      icon: <KeyOutlined />,
      run: () => void askRotation(endpoint),
    },
    {
      id: 'turn',
      label: t(endpoint.off === null ? 'webhook.turnOff' : 'webhook.turnOn'),
      icon: <PowerSettingsNewRounded />,
      run: () => turn.mutate(endpoint),
    },
    {
      id: 'remove',
      label: t('webhook.removal.action'),
      icon: <DeleteOutlineRounded />,
      danger: true,
      run: () => void remove(endpoint),
    },
  ];
};

/** The addresses of other systems to which the company's events are sent. */
export const Webhooks = () => {
  const { t } = useTranslation('messages-api');
  const { data, error, isPending, refetch } = useQuery(endpointList);
  useEffect(() => {
    if (data !== undefined) noteEndpoints(data);
  }, [data]);
  const [editing, setEditing] = useState<WebhookEndpointView | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [logOf, setLogOf] = useState<number | null>(null);
  const actionsOf = useEndpointActions(setSecret, setLogOf);
  const logged = data?.find(({ id }) => id === logOf);
  const add = (
    <Button
      variant="contained"
      startIcon={<AddRounded />}
      disabled={data === undefined || data.length >= ENDPOINTS_MAX}
      onClick={() => setEditing('new')}
      sx={{ flexShrink: 0 }}
    >
      {t('webhook.add')}
    </Button>
  );
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', md: 'row' },
          alignItems: { xs: 'stretch', md: 'center' },
          justifyContent: 'space-between',
          gap: 4,
          marginBottom: 4,
        }}
      >
        <Typography sx={{ maxWidth: '72ch' }}>{t('webhook.about', { max: ENDPOINTS_MAX })}</Typography>
        {data !== undefined && data.length > 0 && add}
      </Box>
      <DataTable
        label={t('tab.webhooks')}
        rows={data}
        rowKey={({ id }) => id}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        onRowClick={({ id }) => setLogOf(id)}
        columns={[
          {
            id: 'name',
            header: t('webhook.name'),
            render: ({ name, url }) => (
              <Box sx={{ minWidth: 0 }}>
                <Typography noWrap>{name}</Typography>
                <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
                  {url}
                </Typography>
              </Box>
            ),
          },
          {
            id: 'state',
            header: t('webhook.stateColumn'),
            width: '260px',
            stacks: true,
            render: (endpoint) => <EndpointStateChip endpoint={endpoint} />,
          },
          {
            id: 'events',
            header: t('webhook.eventsColumn'),
            width: '120px',
            wideOnly: true,
            align: 'right',
            render: ({ events }) => events.length,
          },
          {
            id: 'secret',
            header: t('webhook.secret.field'),
            width: '140px',
            wideOnly: true,
            render: ({ secretLast4 }) => `••••${secretLast4}`,
          },
        ]}
        actions={(endpoint) => [
          {
            id: 'log',
            label: t('log.action'),
            icon: <ListAltOutlined />,
            run: () => setLogOf(endpoint.id),
          },
          {
            id: 'edit',
            label: t('webhook.edit'),
            icon: <EditOutlined />,
            run: () => setEditing(endpoint),
          },
          ...actionsOf(endpoint),
        ]}
        empty={
          <EmptyState
            icon={<WebhookRounded />}
            title={t('webhook.empty')}
            hint={t('webhook.emptyHint')}
            action={add}
          />
        }
      />
      {editing !== null && (
        <EndpointDialog
          endpoint={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSecret={setSecret}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {logged !== undefined && <DeliveryLog endpoint={logged} onClose={() => setLogOf(null)} />}
    </>
  );
};
