import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type UserView, userRoutes } from '@prosa/shared/contracts/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { call } from '../../../lib/api-client.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { queryClient, routeKey, routePages } from '../../../lib/query.ts';
import { useArrivedToAdd } from '../../../lib/use-arrived-to-add.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { UserDialog } from './user-dialog.tsx';

const SHOWN_QUEUES = 3;

/** The people of a company. */
export const UsersScreen = () => {
  const { t } = useTranslation('users');
  const me = useUser();
  const [typed, setTyped] = useState('');
  const searchParam = useDebounced(typed.trim().toLowerCase());
  const arrivedToAdd = useArrivedToAdd();
  const [editing, setEditing] = useState<UserView | 'new' | null>(arrivedToAdd ? 'new' : null);
  const users = useInfiniteQuery({
    ...routePages(userRoutes.list, { query: { searchParam } }),
    meta: { silent: true },
  });
  const rows = users.data?.pages.flatMap((page) => page.users);

  const remove = async (user: UserView) => {
    const yes = await confirm({
      title: t('remove.title', { name: user.name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      danger: true,
    });
    if (!yes) return;
    await call(userRoutes.remove, { params: { id: user.id } });
    notifySuccess(t('remove.done'));
    await queryClient.invalidateQueries({ queryKey: routeKey(userRoutes.list) });
  };
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      filters={
        <SearchField label={t('search')} placeholder={t('search')} value={typed} onChange={setTyped} />
      }
      actions={add}
    >
      <DataTable
        label={t('title')}
        rows={rows}
        rowKey={(user) => user.id}
        isLoading={users.isPending}
        error={users.error}
        onRetry={() => void users.refetch()}
        hasMore={users.hasNextPage}
        onLoadMore={() => void users.fetchNextPage()}
        onRowClick={setEditing}
        columns={[
          {
            id: 'name',
            header: t('column.name'),
            render: (user) => (
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
                <UserAvatar name={user.name} src={user.profileImage} size="small" />
                <Box sx={{ minWidth: 0 }}>
                  <Typography noWrap>{user.name}</Typography>
                  <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
                    {user.email}
                  </Typography>
                </Box>
              </Box>
            ),
          },
          {
            id: 'profile',
            header: t('column.profile'),
            width: '130px',
            wideOnly: true,
            render: ({ profile }) => t(`profile.${profile}`),
          },
          {
            id: 'queues',
            header: t('column.queues'),
            width: '35%',
            wideOnly: true,
            render: ({ queues }) => (
              <Box sx={{ display: 'flex', gap: 1, overflow: 'hidden' }}>
                {queues.slice(0, SHOWN_QUEUES).map((queue) => (
                  <QueueChip key={queue.id} queue={queue} />
                ))}
                {queues.length > SHOWN_QUEUES && (
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {t('more', { count: queues.length - SHOWN_QUEUES })}
                  </Typography>
                )}
              </Box>
            ),
          },
          {
            id: 'online',
            header: t('column.status'),
            width: '130px',
            render: ({ online }) => (
              <StatusChip
                label={online ? t('online') : t('offline')}
                tone={online ? 'success' : 'secondary'}
              />
            ),
          },
        ]}
        actions={(user) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, onClick: () => setEditing(user) },
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            disabled: user.id === me.id,
            onClick: () => void remove(user).catch(notifyError),
          },
        ]}
        empty={
          <EmptyState
            icon={<PeopleAltOutlined />}
            title={searchParam === '' ? t('empty.title') : t('empty.search')}
            hint={t('empty.hint')}
            action={searchParam === '' ? add : undefined}
          />
        }
      />
      {editing !== null && rows !== undefined && (
        <UserDialog
          user={editing === 'new' ? null : editing}
          taken={rows.map(({ color }) => color)}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
};
