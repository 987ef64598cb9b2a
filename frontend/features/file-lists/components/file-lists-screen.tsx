import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FolderCopyOutlined from '@mui/icons-material/FolderCopyOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FileListView, fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import { useState } from 'react';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refreshFileLists } from '../../directory/file-list-names.ts';
import { FileListDialog } from './file-list-dialog.tsx';

const useColumns = (): Column<FileListView>[] => {
  const { t } = useTranslation('file-lists');
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: ({ name }) => <Typography noWrap>{name}</Typography>,
    },
    {
      id: 'message',
      header: t('column.message'),
      width: '50%',
      wideOnly: true,
      render: ({ message }) => (
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {message}
        </Typography>
      ),
    },
    {
      id: 'files',
      header: t('column.files'),
      width: '112px',
      align: 'right',
      render: ({ options }) => formatNumber(options.length),
    },
  ];
};

/** The screen of file lists, which queues and their options send to customers. */
const FileListsScreen = () => {
  const { t } = useTranslation('file-lists');
  const [editing, setEditing] = useState<FileListView | 'new' | null>(null);
  const { field, searchParam } = useSearch();
  const lists = usePagedRows(fileListRoutes.list, { query: { searchParam } }, (page) => page.files);
  const columns = useColumns();
  // The list's links to files may have expired.
  const edit = ({ id }: FileListView) => {
    call(fileListRoutes.get, { params: { id } }).then(setEditing, notifyError);
  };
  const remove = (list: FileListView) =>
    confirmRemoval({
      title: t('remove.title', { name: list.name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(fileListRoutes.remove, { params: { id: list.id } }),
      onRemoved: refreshFileLists,
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
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
        {...lists}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={edit}
        actions={(list) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => edit(list) },
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: () => void remove(list),
          },
        ]}
        empty={
          <EmptyState
            icon={<FolderCopyOutlined />}
            title={searchParam === '' ? t('empty.title') : t('empty.nothing')}
            hint={searchParam === '' ? t('empty.hint') : t('empty.narrowed')}
            action={searchParam === '' ? add : undefined}
          />
        }
      />
      {editing !== null && (
        <FileListDialog list={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Page>
  );
};

export default FileListsScreen;
