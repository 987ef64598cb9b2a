import { type ContactListItemView, contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchContactLists } from '../list-queries.ts';

interface ListContactDialogProps {
  contactListId: number;
  /** Null for a new contact. */
  contact: ContactListItemView | null;
  onClose: () => void;
}

/** The dialog for adding or changing a contact of a list. */
export const ListContactDialog = ({ contactListId, contact, onClose }: ListContactDialogProps) => {
  const { t } = useTranslation('contact-lists');
  return (
    <FormDialog
      open
      width="narrow"
      title={contact === null ? t('contact.newTitle') : t('editTitle', { name: contact.name })}
      schema={contactListRoutes.updateItem.body}
      submitLabel={contact === null ? t('contact.add') : t('save')}
      defaultValues={{
        name: contact?.name ?? '',
        number: contact?.number ?? '',
        email: contact?.email ?? '',
      }}
      onClose={onClose}
      onSubmit={async (body) => {
        if (contact === null) await call(contactListRoutes.createItem, { body: { ...body, contactListId } });
        else await call(contactListRoutes.updateItem, { params: { id: contact.id }, body });
        notifySuccess(t('contact.saved'));
        await refetchContactLists();
        onClose();
      }}
    >
      <FormText name="name" label={t('contact.name')} required autoFocus />
      <FormText
        name="number"
        label={t('contact.number')}
        required
        inputMode="tel"
        placeholder="+55 (11) 99999-9999"
        help={t('contact.numberHelp')}
      />
      <FormText
        name="email"
        label={t('contact.email')}
        type="email"
        inputMode="email"
        clean={(text) => text.trim().toLowerCase()}
      />
    </FormDialog>
  );
};
