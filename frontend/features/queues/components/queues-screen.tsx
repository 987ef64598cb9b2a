import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type QueueView, queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { call } from '../../../lib/api-client.ts';
import { queryClient, routeKey } from '../../../lib/query.ts';
import { useArrivedToAdd } from '../../../lib/use-arrived-to-add.ts';
import { queueList } from '../queue-list.ts';
import { QueueDialog } from './queue-dialog.tsx';

/** The queues of a company, in the order customers are offered them. */
export const QueuesScreen = () => {
  const { t } = useTranslation('queues');
  const arrivedToAdd = useArrivedToAdd();
  const [editing, setEditing] = useState<QueueView | 'new' | null>(arrivedToAdd ? 'new' : null);
  const queues = useQuery({ ...queueList, meta: { silent: true } });
  const remove = (queue: QueueView) =>
    confirmRemoval({
      title: t('remove.title', { name: queue.name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(queueRoutes.remove, { params: { id: queue.id } }),
      onRemoved: () => queryClient.invalidateQueries({ queryKey: routeKey(queueRoutes.list) }),
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={add}>
      <DataTable
        label={t('title')}
        rows={queues.data}
        rowKey={(queue) => queue.id}
        isLoading={queues.isPending}
        error={queues.error}
        onRetry={() => void queues.refetch()}
        onRowClick={setEditing}
        columns={[
          {
            id: 'id',
            header: t('column.id'),
            width: '72px',
            align: 'right',
            wideOnly: true,
            render: ({ id }) => id,
          },
          { id: 'name', header: t('column.name'), render: (queue) => <QueueChip queue={queue} /> },
          {
            id: 'order',
            header: t('column.order'),
            width: '96px',
            align: 'right',
            render: ({ orderQueue }) => orderQueue,
          },
          {
            id: 'greeting',
            header: t('column.greeting'),
            wideOnly: true,
            width: '45%',
            render: ({ greetingMessage }) => (
              <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
                {greetingMessage === '' ? t('noGreeting') : greetingMessage}
              </Typography>
            ),
          },
        ]}
        actions={(queue) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, onClick: () => setEditing(queue) },
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            onClick: () => void remove(queue),
          },
        ]}
        empty={
          <EmptyState
            icon={<AccountTreeOutlined />}
            title={t('empty.title')}
            hint={t('empty.hint')}
            action={add}
          />
        }
      />
      {editing !== null && queues.data !== undefined && (
        <QueueDialog
          queue={editing === 'new' ? null : editing}
          taken={queues.data.map(({ color }) => color)}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
};
