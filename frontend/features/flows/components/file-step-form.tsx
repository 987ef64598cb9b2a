import { type ReactNode, useMemo } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { FlowFileKind } from '../flow-files.ts';
import { useFlowFileLinks } from '../hooks/flow-file-links.ts';
import { uploadFlowFile } from '../upload-flow-files.ts';
import { FormFlowFile } from './form-flow-file.tsx';

interface FileStepFormProps {
  kind: FlowFileKind;
  url: string;
  record?: boolean;
  title: string;
  submitLabel: string;
  onSave: (data: { url: string; record: boolean }) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** The dialog of a node that is one file, which is uploaded when it is saved. */
export const FileStepForm = ({
  kind,
  url,
  record = false,
  onSave,
  children,
  ...dialog
}: FileStepFormProps) => {
  const { t } = useTranslation('flows');
  const links = useFlowFileLinks();
  const schema = useMemo(
    () =>
      z
        .object({ url: z.string(), record: z.boolean(), file: z.custom<File | null>() })
        .superRefine((fields, { addIssue }) => {
          if (fields.url === '' && fields.file === null)
            addIssue({ code: 'custom', path: ['file'], message: t('file.missing') });
        }),
    [t],
  );
  return (
    <FormDialog
      open
      {...dialog}
      schema={schema}
      defaultValues={{ url, record, file: null }}
      onSubmit={async (fields) => {
        if (fields.file === null) {
          onSave({ url: fields.url, record: fields.record });
          return;
        }
        const name = await uploadFlowFile(fields.file, kind);
        links.remember(name, fields.file);
        if (kind === 'audio') notifySuccess(t('file.audioAdded'));
        onSave({ url: name, record: fields.record });
      }}
    >
      <FormFlowFile kind={kind} fileName="file" storedName="url" />
      {children}
    </FormDialog>
  );
};
