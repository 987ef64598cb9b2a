import Typography from '@mui/material/Typography';
import {
  type MessageTemplateView,
  messageTemplateRoutes,
} from '@prosa/shared/contracts/message-templates.ts';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSwitch } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchTemplates } from '../../directory/template-list.ts';
import { refusalText } from '../refusal-text.ts';

const schema = z.object({ everyLanguage: z.boolean() });

interface RemoveTemplateDialogProps {
  connectionId: number;
  template: MessageTemplateView;
  onClose: () => void;
}

/** Asks whether a template is deleted, in one language or in all. */
export const RemoveTemplateDialog = ({ connectionId, template, onClose }: RemoveTemplateDialogProps) => {
  const { t } = useTranslation('message-templates');
  return (
    <FormDialog
      open
      danger
      width="narrow"
      title={t('remove.title', { name: template.name })}
      schema={schema}
      submitLabel={t('remove.confirm')}
      defaultValues={{ everyLanguage: false }}
      failureText={(error) => refusalText(error, t)}
      onClose={onClose}
      onSubmit={async ({ everyLanguage }) => {
        await call(messageTemplateRoutes.remove, {
          params: { templateId: template.id },
          query: { whatsappId: connectionId, everyLanguage },
        });
        notifySuccess(t('remove.done'));
        onClose();
        await refetchTemplates();
      }}
    >
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{t('remove.body')}</Typography>
      <FormSwitch name="everyLanguage" label={t('remove.everyLanguage')} />
    </FormDialog>
  );
};
