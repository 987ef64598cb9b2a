import {
  type MessageTemplateView,
  messageTemplateRoutes,
} from '@prosa/shared/contracts/message-templates.ts';
import { useMemo, useRef } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { refetchTemplates } from '../../directory/template-list.ts';
import { uploadFile } from '../../files/upload-file.ts';
import { refusalText } from '../refusal-text.ts';
import { fieldsOf, newTemplateFields, sampleOf, templateBody, templateFormSchema } from '../template-form.ts';
import { TemplateFieldset } from './template-fields.tsx';

/** The provider's code of the company's language, in which it most probably writes to contacts. */
const LANGUAGE_CODES = { pt: 'pt_BR', en: 'en', es: 'es', tr: 'tr' } as const;

interface TemplateDialogProps {
  connectionId: number;
  /** The template to edit; null for a new one. */
  template: MessageTemplateView | null;
  onClose: () => void;
}

/** The form of a template. Saving submits it to the provider, which reviews it. */
export const TemplateDialog = ({ connectionId, template, onClose }: TemplateDialogProps) => {
  const { t } = useTranslation(['message-templates', 'common']);
  const { language } = useUser().company.companieSettings;
  const schema = useMemo(() => templateFormSchema(t), [t]);
  /** The uploaded example, so that a retry after a refusal does not upload it again. */
  const uploaded = useRef<{ file: File; key: string } | null>(null);
  const keyOf = async (file: File): Promise<string> => {
    if (uploaded.current?.file !== file) {
      const key = await uploadFile(file, new AbortController().signal, () => undefined);
      uploaded.current = { file, key };
    }
    return uploaded.current.key;
  };
  return (
    <FormDialog
      open
      width="wide"
      title={template === null ? t('newTitle') : t('editTitle', { name: template.name })}
      notice={template?.status === 'APPROVED' ? t('editNotice') : t('reviewNotice')}
      schema={schema}
      submitLabel={t('submit')}
      defaultValues={template === null ? newTemplateFields(LANGUAGE_CODES[language]) : fieldsOf(template)}
      failureText={(error) => refusalText(error, t)}
      onClose={onClose}
      onSubmit={async (fields) => {
        const sample = sampleOf(fields);
        const mediaKey = sample === null ? '' : await keyOf(sample);
        const body = { whatsappId: connectionId, ...templateBody(fields, mediaKey) };
        const { name, language: code } = fields;
        if (template === null)
          await call(messageTemplateRoutes.create, { body: { ...body, name, language: code } });
        else await call(messageTemplateRoutes.update, { params: { templateId: template.id }, body });
        notifySuccess(t('submitted'));
        onClose();
        await refetchTemplates();
      }}
    >
      <TemplateFieldset isNew={template === null} isApproved={template?.status === 'APPROVED'} />
    </FormDialog>
  );
};
