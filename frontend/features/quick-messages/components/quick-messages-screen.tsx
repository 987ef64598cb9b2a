import AddRounded from '@mui/icons-material/AddRounded';
import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import BoltOutlined from '@mui/icons-material/BoltOutlined';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type QuickMessageView, quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { mayChangeQuickMessage } from '@prosa/shared/rules/quick-message-rights.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api-client.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { routePages } from '../../../lib/query.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { QuickMessageDialog, QuickMessageReader, refreshQuickMessages } from './quick-message-dialog.tsx';

const useColumns = (): Column<QuickMessageView>[] => {
  const { t } = useTranslation('quick-messages');
  return [
    {
      id: 'shortcode',
      header: t('column.shortcode'),
      render: ({ shortcode, status }) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
          <Typography noWrap>{`/${shortcode}`}</Typography>
          {!status && <StatusChip label={t('switchedOff')} tone="warning" />}
        </Box>
      ),
    },
    {
      id: 'message',
      header: t('column.message'),
      width: '40%',
      wideOnly: true,
      render: ({ message }) => (
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {message}
        </Typography>
      ),
    },
    {
      id: 'media',
      header: t('column.media'),
      width: '20%',
      wideOnly: true,
      render: ({ mediaName }) =>
        mediaName === null ? null : (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
            <AttachFileRounded fontSize="small" />
            <Typography variant="body2" noWrap>
              {mediaName}
            </Typography>
          </Box>
        ),
    },
    {
      id: 'visao',
      header: t('column.visao'),
      width: '140px',
      stacks: true,
      render: ({ visao }) => (
        <StatusChip label={visao ? t('shared') : t('own')} tone={visao ? 'primary' : 'secondary'} />
      ),
    },
  ];
};

/** Replies that are kept to be used again. */
export const QuickMessagesScreen = () => {
  const { t } = useTranslation('quick-messages');
  const user = useUser();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<QuickMessageView | 'new' | null>(null);
  const searchParam = useDebounced(typed.trim().toLowerCase());
  const list = useInfiniteQuery({
    ...routePages(quickMessageRoutes.list, { query: { searchParam } }),
    meta: { silent: true },
  });
  const rows = list.data?.pages.flatMap(({ records }) => records);
  // A search may look through many before it finds the first.
  const goesOn = rows?.length === 0 && list.hasNextPage && !list.isFetchingNextPage && !list.isError;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  const isLooking = rows?.length === 0 && list.hasNextPage;
  const columns = useColumns();
  const remove = async (quick: QuickMessageView) => {
    const yes = await confirm({
      title: t('remove.title', { name: quick.shortcode }),
      body: quick.visao ? t('remove.bodyShared') : t('remove.body'),
      confirmLabel: t('remove.confirm'),
      danger: true,
    });
    if (!yes) return;
    await call(quickMessageRoutes.remove, { params: { id: quick.id } });
    notifySuccess(t('remove.done'));
    await refreshQuickMessages();
  };
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setOpened('new')}>
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
          value={typed}
          onChange={setTyped}
        />
      }
      actions={add}
    >
      <DataTable
        label={t('title')}
        columns={columns}
        rows={isLooking ? undefined : rows}
        rowKey={({ id }) => id}
        onRowClick={setOpened}
        actions={(quick) =>
          mayChangeQuickMessage(quick, user)
            ? [
                { id: 'edit', label: t('edit'), icon: <EditOutlined />, onClick: () => setOpened(quick) },
                {
                  id: 'remove',
                  label: t('remove.action'),
                  icon: <DeleteOutlineRounded />,
                  danger: true,
                  onClick: () => void remove(quick).catch(notifyError),
                },
              ]
            : [
                {
                  id: 'read',
                  label: t('read'),
                  icon: <VisibilityOutlined />,
                  onClick: () => setOpened(quick),
                },
              ]
        }
        isLoading={list.isPending || isLooking}
        error={list.error}
        onRetry={() => void list.refetch()}
        hasMore={list.hasNextPage}
        onLoadMore={() => void list.fetchNextPage()}
        empty={
          <EmptyState
            icon={<BoltOutlined />}
            title={searchParam === '' ? t('empty.title') : t('empty.nothing')}
            hint={searchParam === '' ? t('empty.hint') : t('empty.narrowed')}
            action={searchParam === '' ? add : undefined}
          />
        }
      />
      {opened === 'new' && <QuickMessageDialog quick={null} onClose={() => setOpened(null)} />}
      {opened !== null &&
        opened !== 'new' &&
        (mayChangeQuickMessage(opened, user) ? (
          <QuickMessageDialog quick={opened} onClose={() => setOpened(null)} />
        ) : (
          <QuickMessageReader quick={opened} onClose={() => setOpened(null)} />
        ))}
    </Page>
  );
};
