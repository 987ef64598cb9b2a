import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import RecentActorsOutlined from '@mui/icons-material/RecentActorsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ContactListView, contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatNumber, formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchContactLists } from '../list-queries.ts';
import { ContactListDialog } from './contact-list-dialog.tsx';
import { SampleSheetButton } from './sample-sheet-button.tsx';
import { useCountTexts } from './use-count-texts.ts';

const useColumns = (): Column<ContactListView>[] => {
  const { t } = useTranslation('contact-lists');
  const countTexts = useCountTexts();
  const count = (
    id: 'contactsCount' | 'invalidCount' | 'uncheckedCount',
    header: string,
  ): Column<ContactListView> => ({
    id,
    header,
    width: '160px',
    align: 'right',
    wideOnly: true,
    render: (list) => (
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatNumber(list[id])}
      </Box>
    ),
  });
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: (list) => (
        <Box sx={{ minWidth: 0 }}>
          <Typography noWrap>{list.name}</Typography>
          <Typography
            variant="caption"
            sx={{ display: { xs: 'block', md: 'none' }, color: 'text.secondary', whiteSpace: 'normal' }}
          >
            {countTexts(list)}
          </Typography>
        </Box>
      ),
    },
    count('contactsCount', t('column.contacts')),
    count('invalidCount', t('column.invalid')),
    count('uncheckedCount', t('column.unchecked')),
    {
      id: 'updatedAt',
      header: t('column.updated'),
      width: '140px',
      align: 'right',
      wideOnly: true,
      render: ({ updatedAt }) => (
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {formatWhen(updatedAt)}
        </Box>
      ),
    },
  ];
};

const useRemove = () => {
  const { t } = useTranslation('contact-lists');
  return ({ id, name, contactsCount }: ContactListView) =>
    confirmRemoval({
      title: t('remove.title', { name }),
      body: t('remove.body', { count: contactsCount, shown: formatNumber(contactsCount) }),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(contactListRoutes.remove, { params: { id } }),
      onRemoved: refetchContactLists,
    });
};

/** The screen of a company's contact lists. */
const ContactListsScreen = () => {
  const { t } = useTranslation('contact-lists');
  const navigate = useNavigate();
  const { field, searchParam } = useSearch();
  const [editing, setEditing] = useState<ContactListView | 'new' | null>(null);
  const lists = usePagedRows(contactListRoutes.list, { query: { searchParam } }, ({ records }) => records);
  const columns = useColumns();
  const remove = useRemove();
  const open = ({ id }: ContactListView) => void navigate(paths.contactListContacts(id));
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      filters={<SearchField label={t('search')} placeholder={t('searchPlaceholder')} {...field} />}
      actions={
        <>
          <SampleSheetButton />
          {add}
        </>
      }
    >
      <DataTable
        {...lists}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={open}
        actions={(list) => [
          { id: 'open', label: t('open'), icon: <PeopleAltOutlined />, run: () => open(list) },
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(list) },
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
            icon={<RecentActorsOutlined />}
            title={searchParam === '' ? t('empty.title') : t('empty.nothing')}
            hint={searchParam === '' ? t('empty.hint') : t('empty.narrowed')}
            action={searchParam === '' ? add : undefined}
          />
        }
      />
      {editing !== null && (
        <ContactListDialog
          list={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={(list) => {
            setEditing(null);
            // A new list is empty: its screen leads to the import.
            if (editing === 'new') open(list);
          }}
        />
      )}
    </Page>
  );
};

export default ContactListsScreen;
