import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { invalidateSoon } from '../../../lib/api/invalidate-soon.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface NewContactDialogProps {
  /** Text typed in a search, as the initial number or name. */
  typed?: string;
  onCreated: (contact: ContactView) => void;
  onClose: () => void;
}

const schema = contactRoutes.create.body.pick({ name: true, number: true, email: true });
const isNumber = (text: string): boolean => /^[+\d][\d\s()-]+$/.test(text);

/** The dialog for adding a contact by name and number. */
export const NewContactDialog = ({ typed = '', onCreated, onClose }: NewContactDialogProps) => {
  const { t } = useTranslation('contacts');
  return (
    <FormDialog
      open
      width="narrow"
      title={t('new.title')}
      schema={schema}
      submitLabel={t('new.add')}
      defaultValues={{ name: isNumber(typed) ? '' : typed, number: isNumber(typed) ? typed : '', email: '' }}
      onClose={onClose}
      onSubmit={async (body) => {
        const contact = await call(contactRoutes.create, { body });
        invalidateSoon(contactRoutes.list);
        notifySuccess(t('new.saved'));
        onCreated(contact);
      }}
    >
      <FormText name="name" label={t('name')} required autoFocus />
      <FormText
        name="number"
        label={t('number')}
        required
        inputMode="tel"
        placeholder="+55 (11) 99999-9999"
        help={t('numberHelp')}
      />
      <FormText
        name="email"
        label={t('email')}
        type="email"
        inputMode="email"
        clean={(text) => text.trim().toLowerCase()}
      />
    </FormDialog>
  );
};
