import AddRounded from '@mui/icons-material/AddRounded';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DriveFileRenameOutlineRounded from '@mui/icons-material/DriveFileRenameOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import SchemaOutlined from '@mui/icons-material/SchemaOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FlowView, flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refreshFlows } from '../flow-queries.ts';
import { FlowNameDialog } from './flow-name-dialog.tsx';

const useColumns = (): Column<FlowView>[] => {
  const { t } = useTranslation('flows');
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: ({ name }) => <Typography noWrap>{name}</Typography>,
    },
    {
      id: 'published',
      header: t('column.published'),
      width: '200px',
      stacks: true,
      render: ({ published }) =>
        published === 0 ? (
          <StatusChip tone="warning" label={t('published.never')} />
        ) : (
          <StatusChip tone="info" label={t('published.version', { number: published })} />
        ),
    },
    {
      id: 'status',
      header: t('column.status'),
      width: '160px',
      stacks: true,
      render: ({ active }) =>
        active ? (
          <StatusChip tone="success" label={t('status.on')} />
        ) : (
          <StatusChip tone="secondary" label={t('status.off')} />
        ),
    },
    {
      id: 'updatedAt',
      header: t('column.updatedAt'),
      width: '180px',
      wideOnly: true,
      render: ({ updatedAt }) => formatDateTime(updatedAt),
    },
  ];
};

/** The screen of the conversation flows. */
const FlowsScreen = () => {
  const { t } = useTranslation('flows');
  const navigate = useNavigate();
  const [naming, setNaming] = useState<FlowView | 'new' | null>(null);
  const { field, searchParam } = useSearch();
  const flows = usePagedRows(flowRoutes.list, { query: { searchParam } }, (page) => page.flows);
  const columns = useColumns();
  const open = ({ id }: FlowView) => void navigate(paths.flow(id));
  const duplicate = async ({ id }: FlowView) => {
    try {
      await call(flowRoutes.duplicate, { body: { flowId: id } });
      notifySuccess(t('duplicated'));
    } catch (error) {
      notifyError(error);
    }
    await refreshFlows();
  };
  const remove = ({ id, name }: FlowView) =>
    confirmRemoval({
      title: t('remove.title', { name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(flowRoutes.remove, { params: { id } }),
      onRemoved: refreshFlows,
    });
  const addButton = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setNaming('new')}>
      {t('addFlow')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      filters={<SearchField label={t('searchFlows')} placeholder={t('searchPlaceholder')} {...field} />}
      actions={addButton}
    >
      <DataTable
        {...flows}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={open}
        actions={(flow) => [
          {
            id: 'rename',
            label: t('action.rename'),
            icon: <DriveFileRenameOutlineRounded />,
            run: () => setNaming(flow),
          },
          { id: 'edit', label: t('action.edit'), icon: <EditOutlined />, run: () => open(flow) },
          {
            id: 'duplicate',
            label: t('action.duplicate'),
            icon: <ContentCopyRounded />,
            run: () => void duplicate(flow),
          },
          {
            id: 'remove',
            label: t('action.remove'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: () => void remove(flow),
          },
        ]}
        empty={
          <EmptyState
            icon={<SchemaOutlined />}
            title={searchParam === '' ? t('empty.title') : t('empty.nothing')}
            hint={searchParam === '' ? t('empty.hint') : t('empty.narrowed')}
            action={searchParam === '' ? addButton : undefined}
          />
        }
      />
      {naming !== null && (
        <FlowNameDialog
          flow={naming === 'new' ? null : naming}
          onSaved={(saved) => {
            notifySuccess(t('saved'));
            if (naming === 'new') open(saved);
          }}
          onClose={() => setNaming(null)}
        />
      )}
    </Page>
  );
};

export default FlowsScreen;
