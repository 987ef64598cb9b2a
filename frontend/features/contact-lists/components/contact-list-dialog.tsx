import { type ContactListView, contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { hasSession } from '@prosa/shared/rules/channel-connections.ts';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect, FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { refetchContactLists } from '../list-queries.ts';

interface ContactListDialogProps {
  /** Null for a new list. */
  list: ContactListView | null;
  onSaved: (list: ContactListView) => void;
  onClose: () => void;
}

/** The dialog for adding or changing a contact list. */
export const ContactListDialog = ({ list, onSaved, onClose }: ContactListDialogProps) => {
  const { t } = useTranslation('contact-lists');
  const { data: connections = [] } = useQuery(connectionList);
  // The list's connection is offered even if its channel cannot check numbers, so that saving does not change it.
  const offered = connections.filter(
    (connection) => hasSession(connection) || connection.id === list?.whatsappId,
  );
  return (
    <FormDialog
      open
      width="narrow"
      title={list === null ? t('newTitle') : t('editTitle', { name: list.name })}
      schema={contactListRoutes.create.body}
      submitLabel={list === null ? t('create') : t('save')}
      defaultValues={{ name: list?.name ?? '', whatsappId: list?.whatsappId ?? null }}
      onClose={onClose}
      onSubmit={async (body) => {
        const saved =
          list === null
            ? await call(contactListRoutes.create, { body })
            : await call(contactListRoutes.update, { params: { id: list.id }, body });
        notifySuccess(t('saved'));
        await refetchContactLists();
        onSaved(saved);
      }}
    >
      <FormText name="name" label={t('field.name')} required autoFocus />
      <FormSelect
        name="whatsappId"
        label={t('field.connection')}
        help={t('field.connectionHelp')}
        noneLabel={t('field.connectionDefault')}
        choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
};
