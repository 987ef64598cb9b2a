import { contactFileRoutes } from '@prosa/shared/contracts/contact-files.ts';
import type { PhoneList } from '@prosa/shared/entities/history-import.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { connectionList } from '../../directory/connection-list.ts';

const schema = z.object({ whatsappId: z.int().positive() });

/** Imports contacts from a connection's phone: from its address book or its conversations. */
export const PhoneImportDialog = ({ list, onClose }: { list: PhoneList; onClose: () => void }) => {
  const { t } = useTranslation('contact-files');
  const navigate = useNavigate();
  const { data } = useQuery(connectionList);
  if (data === undefined) return null;
  const preset = data.find(({ isDefault }) => isDefault) ?? data[0];
  return (
    <FormDialog
      open
      title={t(`phone.${list}.title`)}
      notice={t(`phone.${list}.hint`)}
      schema={schema}
      defaultValues={preset === undefined ? {} : { whatsappId: preset.id }}
      submitLabel={t('phone.start')}
      onClose={onClose}
      onSubmit={async (body) => {
        await (list === 'saved'
          ? call(contactFileRoutes.importPhone, { body })
          : call(contactFileRoutes.importChats, { body }));
        await queryClient.invalidateQueries({ queryKey: routeKey(contactFileRoutes.listImports) });
        onClose();
        void navigate(paths.contactsImport);
      }}
    >
      <FormSelect
        name="whatsappId"
        label={t('phone.connection')}
        required
        autoFocus
        choices={data.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
};
