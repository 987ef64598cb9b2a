import type { FileListView } from '@prosa/shared/contracts/file-lists.ts';
import { FIELD_VARIABLES, TEXT_MAX } from '@prosa/shared/rules/template-variables.ts';
import { useMemo, useRef, useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { FormTemplate } from '../../../components/form-template.tsx';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refreshFileLists } from '../../directory/file-list-names.ts';
import { fileListFormSchema, valuesOf } from '../file-list-form.ts';
import { type SavedSoFar, saveFileList } from '../save-file-list.ts';
import { OptionRows } from './option-rows.tsx';

interface FileListDialogProps {
  list: FileListView | null;
  onClose: () => void;
}

/** The dialog for adding or changing a file list. */
export const FileListDialog = ({ list, onClose }: FileListDialogProps) => {
  const { t } = useTranslation('file-lists');
  const schema = useMemo(() => fileListFormSchema(t), [t]);
  const saved = useRef<SavedSoFar>({ list, optionIds: new Map(), uploaded: new Set() });
  /** Uploaded shares of the files, by option. */
  const [shares, setShares] = useState<ReadonlyMap<string, number>>(new Map());
  return (
    <FormDialog
      open
      title={list === null ? t('newTitle') : t('editTitle', { name: list.name })}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={valuesOf(list)}
      onClose={onClose}
      onSubmit={async (fields) => {
        try {
          await saveFileList(fields, saved.current, (optionId, share) =>
            setShares((all) => new Map([...all, [optionId, share]])),
          );
        } finally {
          setShares(new Map());
          await refreshFileLists();
        }
        notifySuccess(t('saved'));
        onClose();
      }}
    >
      <FormText name="name" label={t('field.name')} help={t('field.nameHelp')} required autoFocus />
      <FormTemplate
        name="message"
        label={t('field.message')}
        help={t('field.messageHelp')}
        maxChars={TEXT_MAX}
        variables={FIELD_VARIABLES.queue.greetingMessage}
        minRows={3}
        required
      />
      <OptionRows shares={shares} />
    </FormDialog>
  );
};
