import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { type ContactListItemView, contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import type { ReactNode } from 'react';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { NameCell, NumberCell } from '../../../components/person-cells.tsx';
import { StatusChip, type Tone } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { refetchContactLists } from '../list-queries.ts';
import type { NumberState } from '../number-state.ts';

const TONES: Readonly<Record<NumberState, Tone>> = {
  valid: 'success',
  invalid: 'error',
  checking: 'info',
  uncheckable: 'secondary',
};

const useColumns = (
  stateOf: (contact: ContactListItemView) => NumberState,
): Column<ContactListItemView>[] => {
  const { t } = useTranslation('contact-lists');
  return [
    {
      id: 'name',
      header: t('contact.name'),
      render: ({ name, number }) => <NameCell name={name} number={number} numberColumnFrom="md" />,
    },
    {
      id: 'number',
      header: t('contact.number'),
      width: '190px',
      wideOnly: true,
      render: ({ number }) => <NumberCell number={number} />,
    },
    { id: 'email', header: t('contact.email'), width: '24%', wideOnly: true, render: ({ email }) => email },
    {
      id: 'state',
      header: t('contact.state'),
      width: '200px',
      stacks: true,
      render: (contact) => {
        const state = stateOf(contact);
        return <StatusChip label={t(`state.${state}`)} tone={TONES[state]} />;
      },
    },
  ];
};

interface ListContactsTableProps {
  contactListId: number;
  searchParam: string;
  stateOf: (contact: ContactListItemView) => NumberState;
  onEdit: (contact: ContactListItemView) => void;
  /** Shown when the list has no contacts, or none that the search finds. */
  empty: ReactNode;
}

/** The contacts of a list, with the state of their numbers. */
export const ListContactsTable = ({
  contactListId,
  searchParam,
  stateOf,
  onEdit,
  empty,
}: ListContactsTableProps) => {
  const { t } = useTranslation('contact-lists');
  const { can } = useSession();
  const contacts = usePagedRows(
    contactListRoutes.listItems,
    { query: { contactListId, searchParam } },
    (page) => page.contacts,
  );
  const columns = useColumns(stateOf);
  const remove = ({ id, name }: ContactListItemView) =>
    confirmRemoval({
      title: t('contact.remove.title', { name }),
      body: t('contact.remove.body'),
      confirmLabel: t('contact.remove.confirm'),
      done: t('contact.remove.done'),
      remove: () => call(contactListRoutes.removeItem, { params: { id } }),
      onRemoved: refetchContactLists,
    });
  return (
    <DataTable
      {...contacts}
      label={t('contacts')}
      columns={columns}
      rowKey={({ id }) => id}
      onRowClick={onEdit}
      actions={(contact) => [
        { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => onEdit(contact) },
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
      ]}
      empty={empty}
    />
  );
};
