import AddRounded from '@mui/icons-material/AddRounded';
import ContactsOutlined from '@mui/icons-material/ContactsOutlined';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import SellOutlined from '@mui/icons-material/SellOutlined';
import Button from '@mui/material/Button';
import { type TagView, tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { mayChangeTag } from '@prosa/shared/rules/tag-rights.ts';
import { useState } from 'react';
import { ColorChip } from '../../../components/color-chip.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSharedItemsUser } from '../../auth/hooks/use-shared-items-user.ts';
import { TagContactsDialog } from './tag-contacts-dialog.tsx';
import { refreshTags, TagDialog } from './tag-dialog.tsx';

const useColumns = (): Column<TagView>[] => {
  const { t } = useTranslation('tags');
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: ({ name, color }) => <ColorChip label={name} color={color} />,
    },
    {
      id: 'contacts',
      header: t('column.contacts'),
      width: '140px',
      align: 'right',
      render: ({ contactsCount }) => formatNumber(contactsCount),
    },
  ];
};

/** The screen of a company's tags of contacts. The columns of the board have a screen of their own. */
const TagsScreen = () => {
  const { t } = useTranslation('tags');
  const sharedItemsUser = useSharedItemsUser();
  const [editing, setEditing] = useState<TagView | 'new' | null>(null);
  const [shown, setShown] = useState<TagView | null>(null);
  const { field, searchParam } = useSearch();
  const tags = usePagedRows(tagRoutes.list, { query: { searchParam, kanban: 0 } }, (page) => page.tags);
  const columns = useColumns();
  const remove = (tag: TagView) =>
    confirmRemoval({
      title: t('remove.title', { name: tag.name }),
      body: t('remove.body', { count: tag.contactsCount }),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(tagRoutes.remove, { params: { id: tag.id } }),
      onRemoved: refreshTags,
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  const mayChange = (tag: TagView) => mayChangeTag(tag, sharedItemsUser);
  return (
    <Page
      title={t('title')}
      filters={<SearchField label={t('search')} placeholder={t('searchPlaceholder')} {...field} />}
      actions={add}
    >
      <DataTable
        {...tags}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={(tag) => mayChange(tag) && setEditing(tag)}
        actions={(tag) => [
          {
            id: 'contacts',
            label: t('contacts.show'),
            icon: <ContactsOutlined />,
            run: () => setShown(tag),
          },
          ...(mayChange(tag)
            ? [
                { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(tag) },
                {
                  id: 'remove',
                  label: t('remove.action'),
                  icon: <DeleteOutlineRounded />,
                  danger: true,
                  run: () => void remove(tag),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState
            icon={<SellOutlined />}
            title={searchParam === '' ? t('empty.title') : t('empty.nothing')}
            hint={searchParam === '' ? t('empty.hint') : t('empty.narrowed')}
            action={searchParam === '' ? add : undefined}
          />
        }
      />
      {editing !== null && (
        <TagDialog tag={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {shown !== null && <TagContactsDialog tag={shown} onClose={() => setShown(null)} />}
    </Page>
  );
};

export default TagsScreen;
