import AddRounded from '@mui/icons-material/AddRounded';
import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import Button from '@mui/material/Button';
import type { LaneView } from '@prosa/shared/contracts/kanban.ts';
import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ColorChip } from '../../../components/color-chip.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { Forbidden } from '../../auth/components/forbidden.tsx';
import { useSession } from '../../auth/hooks/use-session.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { laneOptions } from '../board-queries.ts';
import { refetchLanes } from '../refetch-lanes.ts';
import { LaneFormDialog } from './lane-form-dialog.tsx';

const useColumns = (lanes: readonly LaneView[], more: boolean): Column<LaneView>[] => {
  const { t } = useTranslation('kanban');
  const nameOf = (laneId: number | null): string => lanes.find(({ id }) => id === laneId)?.name ?? '';
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: ({ name, color }) => <ColorChip label={name} color={color} />,
    },
    {
      id: 'time',
      header: t('column.time'),
      width: '120px',
      wideOnly: true,
      align: 'right',
      render: ({ timeLane, nextLaneId }) =>
        timeLane === 0 || nextLaneId === null
          ? ''
          : t('hours', { count: timeLane, hours: formatNumber(timeLane) }),
    },
    {
      id: 'next',
      header: t('column.next'),
      width: '20%',
      wideOnly: true,
      render: ({ timeLane, nextLaneId }) => (timeLane === 0 ? '' : nameOf(nextLaneId)),
    },
    {
      id: 'rollback',
      header: t('column.rollback'),
      width: '20%',
      wideOnly: true,
      render: ({ rollbackLaneId }) => nameOf(rollbackLaneId),
    },
    {
      id: 'tickets',
      header: t('column.tickets'),
      width: '140px',
      align: 'right',
      render: ({ ticketsCount }) => (more ? `${formatNumber(ticketsCount)}+` : formatNumber(ticketsCount)),
    },
  ];
};

/** The columns of the board as a table. Administrators add and change them. */
const LanesPage = () => {
  const { t } = useTranslation('kanban');
  const admin = isAdmin(useUser());
  const [editing, setEditing] = useState<LaneView | 'new' | null>(null);
  const [words, setWords] = useState('');
  const { data, isPending, error, refetch } = useQuery({ ...laneOptions(), meta: { silent: true } });
  const lanes = data?.lista ?? [];
  const columns = useColumns(lanes, data?.more ?? false);
  const search = normalizeForSearch(words);
  const found = lanes.filter(({ name }) => normalizeForSearch(name).includes(search));
  const remove = ({ id, name, ticketsCount }: LaneView) =>
    confirmRemoval({
      title: t('remove.title', { name }),
      body: t('remove.body', { count: ticketsCount }),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(tagRoutes.remove, { params: { id } }),
      onRemoved: refetchLanes,
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('lanesTitle')}
      filters={
        <SearchField
          label={t('searchLanes')}
          placeholder={t('column.name')}
          value={words}
          onChange={setWords}
        />
      }
      actions={
        <>
          <Button component={Link} to={paths.kanban} color="secondary" startIcon={<ArrowBackRounded />}>
            {t('back')}
          </Button>
          {admin && add}
        </>
      }
    >
      <DataTable
        rows={data === undefined ? undefined : found}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        label={t('lanesTitle')}
        columns={columns}
        rowKey={({ id }) => id}
        {...(admin ? { onRowClick: setEditing } : {})}
        actions={(lane) =>
          admin
            ? [
                { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(lane) },
                {
                  id: 'remove',
                  label: t('remove.action'),
                  icon: <DeleteOutlineRounded />,
                  danger: true,
                  run: () => void remove(lane),
                },
              ]
            : []
        }
        empty={
          <EmptyState
            icon={<ViewKanbanOutlined />}
            title={search === '' ? t('empty.title') : t('empty.nothing')}
            hint={search !== '' ? t('empty.narrowed') : admin ? t('empty.hint') : t('empty.ask')}
            action={search === '' && admin ? add : undefined}
          />
        }
      />
      {editing !== null && (
        <LaneFormDialog
          lane={editing === 'new' ? null : editing}
          lanes={lanes}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
};

/** The screen of the board's columns, for users who may add them. */
const TagsKanbanScreen = () => (useSession().can('dashboard:view') ? <LanesPage /> : <Forbidden />);

export default TagsKanbanScreen;
