import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import HubOutlined from '@mui/icons-material/HubOutlined';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type IntegrationView, integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { ServiceState } from '../../call-log/components/service-state.tsx';
import { integrationList, refetchIntegrations } from '../../directory/integration-list.ts';
import { findIntegrations } from '../find-integrations.ts';
import { IntegrationDialog } from './integration-dialog.tsx';
import { IntegrationIcon } from './integration-icon.tsx';
import { IntegrationLog } from './integration-log.tsx';

const REFRESH_MS = 10_000;

const useColumns = (): Column<IntegrationView>[] => {
  const { t } = useTranslation('integrations');
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: ({ name, type }) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
          <IntegrationIcon type={type} />
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap>{name}</Typography>
            <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
              {t(`type.${type}`)}
            </Typography>
          </Box>
        </Box>
      ),
    },
    { id: 'id', header: t('column.id'), width: '80px', render: ({ id }) => id },
    {
      id: 'state',
      header: t('column.state'),
      width: '260px',
      stacks: true,
      render: ({ pausedUntil }) => (
        <ServiceState
          pausedUntil={pausedUntil}
          whenCalled={<StatusChip label={t('state.on')} tone="success" />}
        />
      ),
    },
  ];
};

/** The screen of integrations: external services, and flows, that answer contacts. */
const IntegrationsScreen = () => {
  const { t } = useTranslation(['integrations', 'call-log']);
  const [editing, setEditing] = useState<IntegrationView | 'new' | null>(null);
  const [logOf, setLogOf] = useState<IntegrationView | null>(null);
  const [words, setWords] = useState('');
  // Refetched while it is shown, because no event announces a pause.
  const { data, isPending, error, refetch } = useQuery({
    ...integrationList,
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });
  const columns = useColumns();
  const remove = ({ id, name }: IntegrationView) =>
    confirmRemoval({
      title: t('remove.title', { name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(integrationRoutes.remove, { params: { id } }),
      onRemoved: refetchIntegrations,
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      filters={
        <SearchField
          label={t('search')}
          placeholder={t('searchPlaceholder')}
          value={words}
          onChange={setWords}
        />
      }
      actions={add}
    >
      <DataTable
        rows={data === undefined ? undefined : findIntegrations(data.queueIntegrations, words)}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={setEditing}
        actions={(integration) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(integration) },
          // A flow of the company is not called.
          ...(integration.type === 'flowbuilder'
            ? []
            : [
                {
                  id: 'log',
                  label: t('call-log:action'),
                  icon: <ListAltOutlined />,
                  run: () => setLogOf(integration),
                },
              ]),
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: () => void remove(integration),
          },
        ]}
        empty={
          <EmptyState
            icon={<HubOutlined />}
            title={words === '' ? t('empty.title') : t('empty.nothing')}
            hint={words === '' ? t('empty.hint') : t('empty.narrowed')}
            action={words === '' ? add : undefined}
          />
        }
      />
      {editing !== null && (
        <IntegrationDialog
          integration={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {logOf !== null && <IntegrationLog integration={logOf} onClose={() => setLogOf(null)} />}
    </Page>
  );
};

export default IntegrationsScreen;
