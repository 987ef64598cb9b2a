import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import LogoutRounded from '@mui/icons-material/LogoutRounded';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { userSessionRoutes } from '@prosa/shared/contracts/user-sessions.ts';
import { type UserView, userRoutes } from '@prosa/shared/contracts/users.ts';
import { useState } from 'react';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { useArrivedToAdd } from '../../../lib/screen/use-arrived-to-add.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { UserDialog } from './user-dialog.tsx';

const SHOWN_QUEUES = 3;

/** The screen of a company's users. */
const UsersScreen = () => {
  const { t } = useTranslation('users');
  const me = useUser();
  const { field, searchParam } = useSearch();
  const arrivedToAdd = useArrivedToAdd();
  const [editing, setEditing] = useState<UserView | 'new' | null>(arrivedToAdd ? 'new' : null);
  const users = usePagedRows(userRoutes.list, { query: { searchParam } }, (page) => page.users);

  const remove = (user: UserView) =>
    confirmRemoval({
      title: t('remove.title', { name: user.name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(userRoutes.remove, { params: { id: user.id } }),
      onRemoved: () => queryClient.invalidateQueries({ queryKey: routeKey(userRoutes.list) }),
    });
  const endSessions = async (user: UserView) => {
    const { name } = user;
    const isWanted = await confirm({
      title: t('endSessions.title', { name }),
      body: t('endSessions.body'),
      confirmLabel: t('endSessions.confirm'),
    });
    if (!isWanted) return;
    try {
      await call(userSessionRoutes.endSessions, { params: { id: user.id } });
      notifySuccess(t('endSessions.done', { name }));
    } catch (error) {
      notifyError(error);
    }
  };
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      filters={<SearchField label={t('search')} placeholder={t('search')} {...field} />}
      actions={add}
    >
      <DataTable
        {...users}
        label={t('title')}
        rowKey={(user) => user.id}
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
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(user) },
          {
            id: 'endSessions',
            label: t('endSessions.action'),
            icon: <LogoutRounded />,
            disabled: user.id === me.id,
            run: () => void endSessions(user),
          },
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            disabled: user.id === me.id,
            run: () => void remove(user),
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
      {editing !== null && users.rows !== undefined && (
        <UserDialog
          user={editing === 'new' ? null : editing}
          taken={users.rows.map(({ color }) => color)}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
};

export default UsersScreen;
