import AddRounded from '@mui/icons-material/AddRounded';
import AnnouncementOutlined from '@mui/icons-material/AnnouncementOutlined';
import AttachFileRounded from '@mui/icons-material/AttachFileRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type AnnouncementView, announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import { hasExpired } from '@prosa/shared/rules/announcements.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useNow } from '../../../lib/screen/use-now.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatCount, formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { AnnouncementDialog, refreshAnnouncements } from './announcement-dialog.tsx';
import { PriorityChip } from './priority-chip.tsx';

/** Time for which the reason is shown before the redirect. */
const TAKEN_AWAY_AFTER_MS = 1000;

/** Whether users see an announcement, and until when. */
const Status = ({ announcement }: { announcement: AnnouncementView }) => {
  const { t } = useTranslation('announcements');
  const { status, expiresAt } = announcement;
  const state = useNow((nowMs) => {
    if (!status) return 'inactive';
    return hasExpired(announcement, nowMs) ? 'expired' : 'active';
  });
  const tone = { active: 'success', inactive: 'secondary', expired: 'warning' } as const;
  return (
    <Box sx={{ minWidth: 0 }}>
      <StatusChip label={t(`status.${state}`)} tone={tone[state]} />
      {state === 'active' && expiresAt !== null && (
        <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
          {t('until', { date: formatDateTime(expiresAt) })}
        </Typography>
      )}
    </Box>
  );
};

const useColumns = (): Column<AnnouncementView>[] => {
  const { t } = useTranslation('announcements');
  return [
    {
      id: 'title',
      header: t('column.title'),
      render: ({ title }) => <Typography noWrap>{title}</Typography>,
    },
    {
      id: 'priority',
      header: t('column.priority'),
      width: '140px',
      stacks: true,
      render: ({ priority }) => <PriorityChip priority={priority} />,
    },
    {
      id: 'media',
      header: t('column.media'),
      width: '25%',
      stacks: true,
      render: ({ mediaName }) =>
        mediaName === null ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('media.none')}
          </Typography>
        ) : (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
            <AttachFileRounded fontSize="small" />
            <Typography variant="body2" noWrap>
              {mediaName}
            </Typography>
          </Box>
        ),
    },
    {
      id: 'status',
      header: t('column.status'),
      width: '200px',
      stacks: true,
      render: (announcement) => <Status announcement={announcement} />,
    },
  ];
};

const Administration = () => {
  const { t } = useTranslation('announcements');
  const [editing, setEditing] = useState<AnnouncementView | 'new' | null>(null);
  const { field, searchParam } = useSearch();
  const list = usePagedRows(
    announcementRoutes.list,
    { query: { searchParam, all: true } },
    (page) => page.records,
  );
  const columns = useColumns();
  const remove = ({ id, title }: AnnouncementView) =>
    confirmRemoval({
      title: t('remove.title', { name: title }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(announcementRoutes.remove, { params: { id } }),
      onRemoved: refreshAnnouncements,
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={
        list.rows === undefined
          ? t('title')
          : t('titleCount', { shown: formatCount(list.rows.length, list.hasMore) })
      }
      filters={<SearchField label={t('search')} placeholder={t('searchPlaceholder')} {...field} />}
      actions={add}
    >
      <DataTable
        {...list}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={setEditing}
        actions={(announcement) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(announcement) },
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: () => void remove(announcement),
          },
        ]}
        empty={
          <EmptyState
            icon={<AnnouncementOutlined />}
            title={searchParam === '' ? t('empty.title') : t('empty.nothing')}
            hint={searchParam === '' ? t('empty.hint') : t('empty.narrowed')}
            action={searchParam === '' ? add : undefined}
          />
        }
      />
      {editing !== null && (
        <AnnouncementDialog
          announcement={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
};

/**
 * The screen of announcements to the users of all companies. For super administrators; others get an error and are
 * taken to the start after a second.
 */
const AnnouncementsScreen = () => {
  const { can } = useSession();
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const isSuper = can('companies-page:view');
  const start = can('dashboard:view') ? paths.home : paths.tickets;
  useEffect(() => {
    if (isSuper) return;
    notifyError(null, t('planLacks'));
    const timer = setTimeout(() => void navigate(start, { replace: true }), TAKEN_AWAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSuper, navigate, start, t]);
  return isSuper ? <Administration /> : <PaneSkeleton />;
};

export default AnnouncementsScreen;
