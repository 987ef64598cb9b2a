import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined';
import AddRounded from '@mui/icons-material/AddRounded';
import BlockRounded from '@mui/icons-material/BlockRounded';
import ContactsOutlined from '@mui/icons-material/ContactsOutlined';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import LockOpenRounded from '@mui/icons-material/LockOpenRounded';
import MergeRounded from '@mui/icons-material/MergeRounded';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import type { TagRef } from '@prosa/shared/entities/tag.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Action } from '../../../components/action-menu.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { TagChips } from '../../../components/tag-chips.tsx';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { rarePart } from '../../../lib/screen/lazy-part.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatPhone } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { tagList } from '../../directory/tag-list.ts';
import { openNewTicketDialog } from '../new-ticket-store.ts';
import { putContact } from '../put-contact.ts';
import { ContactFilesMenu } from './contact-files-menu.tsx';
import { EditContactDialog } from './edit-contact-dialog.tsx';
import { NewContactDialog } from './new-contact-dialog.tsx';

const MergeContactsDialog = rarePart(() => import('./merge-contacts-dialog.tsx'));

/** Returns the displayed number. Groups have none; masked numbers come masked from the server. */
const shownNumber = ({ number, isGroup }: ContactView): string => (isGroup ? '' : formatPhone(number));

const useRemove = () => {
  const { t } = useTranslation('contacts');
  return (contact: ContactView) =>
    confirmRemoval({
      title: t('remove.title', { name: contact.name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(contactRoutes.remove, { params: { id: contact.id } }),
      onRemoved: () => queryClient.invalidateQueries({ queryKey: routeKey(contactRoutes.list) }),
    });
};

const useBlock = () => {
  const { t } = useTranslation('contacts');
  return async (contact: ContactView) => {
    const saved = await call(contactRoutes.block, {
      params: { id: contact.id },
      body: { active: !contact.active },
    });
    putContact(saved);
    notifySuccess(saved.active ? t('unblocked') : t('blocked'));
  };
};

const useRowActions = (edit: (contact: ContactView) => void, merge: (contact: ContactView) => void) => {
  const { t } = useTranslation('contacts');
  const { can } = useSession();
  const remove = useRemove();
  const block = useBlock();
  return (contact: ContactView): Action[] => [
    {
      id: 'start',
      label: t('start'),
      icon: <AddCommentOutlined />,
      disabled: !contact.active,
      run: () => openNewTicketDialog({ contact }),
    },
    { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => edit(contact) },
    ...(contact.isGroup
      ? []
      : [
          {
            id: 'block',
            label: contact.active ? t('block') : t('unblock'),
            icon: contact.active ? <BlockRounded /> : <LockOpenRounded />,
            run: () => void block(contact).catch(notifyError),
          },
        ]),
    ...(can('contacts-page:deleteContact') && !contact.isGroup
      ? [{ id: 'merge', label: t('merge.action'), icon: <MergeRounded />, run: () => merge(contact) }]
      : []),
    ...(can('contacts-page:deleteContact')
      ? [
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: () => void remove(contact),
          },
        ]
      : []),
  ];
};

const useColumns = (): Column<ContactView>[] => {
  const { t } = useTranslation('contacts');
  return [
    {
      id: 'name',
      header: t('name'),
      render: (contact) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
          <UserAvatar name={contact.name} src={contact.urlPicture} size="small" />
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap>{contact.name}</Typography>
            <Typography
              variant="caption"
              noWrap
              sx={{
                display: { xs: 'block', md: 'none' },
                color: 'text.secondary',
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {shownNumber(contact)}
            </Typography>
          </Box>
          {!contact.active && <StatusChip label={t('isBlocked')} tone="error" />}
        </Box>
      ),
    },
    {
      id: 'number',
      header: t('number'),
      width: '190px',
      wideOnly: true,
      render: (contact) => (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {shownNumber(contact)}
        </Box>
      ),
    },
    { id: 'email', header: t('email'), width: '22%', wideOnly: true, render: ({ email }) => email },
    {
      id: 'tags',
      header: t('tags'),
      width: '22%',
      wideOnly: true,
      render: ({ tags }) => (
        <Box sx={{ display: 'flex', gap: 1, overflow: 'hidden' }}>
          <TagChips tags={tags} />
        </Box>
      ),
    },
  ];
};

const TagFilter = ({
  chosen,
  onChange,
}: {
  chosen: readonly TagRef[];
  onChange: (tags: TagRef[]) => void;
}) => {
  const { t } = useTranslation('contacts');
  const texts = useChoiceTexts();
  const { data: tags = [] } = useQuery(tagList);
  const options: TagRef[] = tags;
  return (
    <Autocomplete
      multiple
      limitTags={1}
      disableCloseOnSelect
      options={options}
      value={[...chosen]}
      getOptionLabel={(tag) => tag.name}
      getOptionKey={(tag) => tag.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      {...texts}
      onChange={(_event, value) => onChange(value)}
      renderInput={(params) => (
        <TextField
          {...params}
          placeholder={chosen.length === 0 ? t('allTags') : ''}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('filterByTag') },
          }}
        />
      )}
      sx={{ width: { xs: '100%', md: 240 } }}
    />
  );
};

/** The screen of a company's contacts. */
const ContactsScreen = () => {
  const { t } = useTranslation('contacts');
  const { field, searchParam } = useSearch();
  const [tags, setTags] = useState<readonly TagRef[]>([]);
  const [editing, setEditing] = useState<ContactView | 'new' | null>(null);
  const contacts = usePagedRows(
    contactRoutes.list,
    { query: { searchParam, contactTag: tags.map(({ id }) => id) } },
    (page) => page.contacts,
  );
  const columns = useColumns();
  const [merging, setMerging] = useState<ContactView | null>(null);
  const actions = useRowActions(setEditing, setMerging);
  const isNarrowed = searchParam !== '' || tags.length > 0;
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      filters={
        <>
          <SearchField label={t('search')} placeholder={t('picker.placeholder')} {...field} />
          <TagFilter chosen={tags} onChange={setTags} />
        </>
      }
      actions={
        <>
          <ContactFilesMenu />
          {add}
        </>
      }
    >
      <DataTable
        {...contacts}
        label={t('title')}
        columns={columns}
        rowKey={(contact) => contact.id}
        actions={actions}
        onRowClick={setEditing}
        empty={
          <EmptyState
            icon={<ContactsOutlined />}
            title={isNarrowed ? t('picker.nothing') : t('empty.title')}
            hint={isNarrowed ? t('empty.narrowed') : t('empty.hint')}
            action={isNarrowed ? undefined : add}
          />
        }
      />
      {editing === 'new' && (
        <NewContactDialog onClose={() => setEditing(null)} onCreated={() => setEditing(null)} />
      )}
      {editing !== null && editing !== 'new' && (
        <EditContactDialog contact={editing} onClose={() => setEditing(null)} />
      )}
      {merging !== null && (
        <Suspense fallback={null}>
          <MergeContactsDialog contact={merging} onClose={() => setMerging(null)} />
        </Suspense>
      )}
    </Page>
  );
};

export default ContactsScreen;
