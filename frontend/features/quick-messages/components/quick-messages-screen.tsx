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
import { mayChangeQuickMessage, mayManageQuickMessage } from '@prosa/shared/rules/quick-message-rights.ts';
import { useState } from 'react';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSharedItemsUser } from '../../auth/hooks/use-shared-items-user.ts';
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

/** The screen of quick messages (reusable replies). */
const QuickMessagesScreen = () => {
  const { t } = useTranslation('quick-messages');
  const user = useSharedItemsUser();
  const [opened, setOpened] = useState<QuickMessageView | 'new' | null>(null);
  const { field, searchParam } = useSearch();
  const quickMessages = usePagedRows(
    quickMessageRoutes.list,
    { query: { searchParam } },
    (page) => page.records,
  );
  const columns = useColumns();
  const remove = (quick: QuickMessageView) =>
    confirmRemoval({
      title: t('remove.title', { name: quick.shortcode }),
      body: quick.visao ? t('remove.bodyShared') : t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(quickMessageRoutes.remove, { params: { id: quick.id } }),
      onRemoved: refreshQuickMessages,
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setOpened('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      filters={<SearchField label={t('search')} placeholder={t('searchPlaceholder')} {...field} />}
      actions={add}
    >
      <DataTable
        {...quickMessages}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={setOpened}
        actions={(quick) =>
          mayChangeQuickMessage(quick, user)
            ? [
                { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setOpened(quick) },
                ...(mayManageQuickMessage(quick, user)
                  ? [
                      {
                        id: 'remove',
                        label: t('remove.action'),
                        icon: <DeleteOutlineRounded />,
                        danger: true,
                        run: () => void remove(quick),
                      },
                    ]
                  : []),
              ]
            : [
                {
                  id: 'read',
                  label: t('read'),
                  icon: <VisibilityOutlined />,
                  run: () => setOpened(quick),
                },
              ]
        }
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

export default QuickMessagesScreen;
