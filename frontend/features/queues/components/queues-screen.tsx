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
import { confirm } from '../../../components/confirm-dialog.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { call } from '../../../lib/api-client.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryClient, routeKey } from '../../../lib/query.ts';
import { queueList } from '../queue-list.ts';
import { QueueDialog } from './queue-dialog.tsx';

/** The queues of a company, in the order customers are offered them. */
export const QueuesScreen = () => {
  const { t } = useTranslation('queues');
  const [editing, setEditing] = useState<QueueView | 'new' | null>(null);
  const queues = useQuery({ ...queueList, meta: { silent: true } });
  const remove = async (queue: QueueView) => {
    const yes = await confirm({
      title: t('remove.title', { name: queue.name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      danger: true,
    });
    if (!yes) return;
    await call(queueRoutes.remove, { params: { id: queue.id } });
    notifySuccess(t('remove.done'));
    await queryClient.invalidateQueries({ queryKey: routeKey(queueRoutes.list) });
  };
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
            onClick: () => void remove(queue).catch(notifyError),
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
      {editing !== null && (
        <QueueDialog queue={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Page>
  );
};
