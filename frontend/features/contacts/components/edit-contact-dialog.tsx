import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { useFieldArray } from 'react-hook-form';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { putContact } from '../put-contact.ts';

const ExtraFields = () => {
  const { t } = useTranslation('contacts');
  const { fields, append, remove } = useFieldArray({ name: 'extraInfo' });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, alignItems: 'flex-start' }}>
      <Typography variant="subtitle1">{t('extraInfo')}</Typography>
      {fields.map((field, index) => (
        <Box key={field.id} sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', width: '100%' }}>
          <FormText name={`extraInfo.${index}.name`} label={t('extraName')} />
          <FormText name={`extraInfo.${index}.value`} label={t('extraValue')} />
          <IconAction
            label={t('extraRemove')}
            icon={<DeleteOutlineRounded />}
            onClick={() => remove(index)}
            sx={{ marginTop: 6 }}
          />
        </Box>
      ))}
      <Button size="small" startIcon={<AddRounded />} onClick={() => append({ name: '', value: '' })}>
        {t('extraAdd')}
      </Button>
    </Box>
  );
};

/** The dialog for changing a contact. A masked number stays unchanged. */
export const EditContactDialog = ({ contact, onClose }: { contact: ContactView; onClose: () => void }) => {
  const { t } = useTranslation('contacts');
  const hasNumber = /^\d+$/.test(contact.number) && !contact.isGroup;
  const schema = hasNumber ? contactRoutes.update.body : contactRoutes.update.body.omit({ number: true });
  return (
    <FormDialog
      open
      title={t('editTitle')}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={{
        name: contact.name,
        email: contact.email,
        extraInfo: contact.extraInfo.map(({ name, value }) => ({ name, value })),
        ...(hasNumber ? { number: contact.number } : {}),
      }}
      onClose={onClose}
      onSubmit={async (body) => {
        putContact(await call(contactRoutes.update, { params: { id: contact.id }, body }));
        notifySuccess(t('saved'));
        onClose();
      }}
    >
      <FormText name="name" label={t('name')} required autoFocus />
      {hasNumber && <FormText name="number" label={t('number')} required inputMode="tel" />}
      <FormText name="email" label={t('email')} type="email" />
      <ExtraFields />
    </FormDialog>
  );
};
