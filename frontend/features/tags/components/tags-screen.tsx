import AddRounded from '@mui/icons-material/AddRounded';
import ContactsOutlined from '@mui/icons-material/ContactsOutlined';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import SellOutlined from '@mui/icons-material/SellOutlined';
import Button from '@mui/material/Button';
import { type TagView, tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { mayChangeTag } from '@prosa/shared/rules/tag-rights.ts';
import { useState } from 'react';
import { ColorChip } from '../../../components/color-chip.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSharedItemsUser } from '../../auth/hooks/use-shared-items-user.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { TagContactsDialog } from './tag-contacts-dialog.tsx';
import { refreshTags, TagDialog } from './tag-dialog.tsx';

const useColumns = (hasKanban: boolean): Column<TagView>[] => {
  const { t } = useTranslation('tags');
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: ({ name, color }) => <ColorChip label={name} color={color} />,
    },
    ...(hasKanban
      ? [
          {
            id: 'kanban',
            header: t('column.kanban'),
            width: '180px',
            wideOnly: true,
            render: ({ kanban }: TagView) =>
              kanban === 1 ? <StatusChip label={t('kanban')} tone="info" /> : null,
          },
        ]
      : []),
    {
      id: 'contacts',
      header: t('column.contacts'),
      width: '140px',
      align: 'right',
      render: ({ contactsCount, kanban }) => (kanban === 1 ? '' : formatNumber(contactsCount)),
    },
  ];
};

/** The screen of a company's tags. */
const TagsScreen = () => {
  const { t } = useTranslation('tags');
  const user = useUser();
  const sharedItemsUser = useSharedItemsUser();
  const hasKanban = user.company.plan.useKanban;
  const admin = isAdmin(user);
  const [editing, setEditing] = useState<TagView | 'new' | null>(null);
  const [shown, setShown] = useState<TagView | null>(null);
  const { field, searchParam } = useSearch();
  const tags = usePagedRows(
    tagRoutes.list,
    { query: { searchParam, ...(hasKanban ? {} : { kanban: 0 }) } },
    (page) => page.tags,
  );
  const columns = useColumns(hasKanban);
  const remove = (tag: TagView) =>
    confirmRemoval({
      title: t('remove.title', { name: tag.name }),
      body: tag.kanban === 1 ? t('remove.bodyKanban') : t('remove.body', { count: tag.contactsCount }),
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
  const mayChange = (tag: TagView) => (tag.kanban === 1 ? admin : mayChangeTag(tag, sharedItemsUser));
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
          ...(tag.kanban === 1
            ? []
            : [
                {
                  id: 'contacts',
                  label: t('contacts.show'),
                  icon: <ContactsOutlined />,
                  run: () => setShown(tag),
                },
              ]),
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
        <TagDialog
          tag={editing === 'new' ? null : editing}
          offersKanban={hasKanban && admin}
          onClose={() => setEditing(null)}
        />
      )}
      {shown !== null && <TagContactsDialog tag={shown} onClose={() => setShown(null)} />}
    </Page>
  );
};

export default TagsScreen;
