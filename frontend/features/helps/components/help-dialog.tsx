import { HELP_DESCRIPTION_CHARS, type HelpView, helpRoutes } from '@prosa/shared/contracts/helps.ts';
import { videoCodeOf } from '@prosa/shared/rules/video-code.ts';
import { useMemo } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchHelps } from '../help-list.ts';

const { title } = helpRoutes.create.body.shape;

/** The schema of the form; the contract also accepts null for empty texts. */
const formSchema = (noCode: string) =>
  z.object({
    title,
    description: z.string().trim().max(HELP_DESCRIPTION_CHARS),
    video: z
      .string()
      .trim()
      .refine((text) => text === '' || videoCodeOf(text) !== undefined, { error: noCode }),
  });

interface HelpDialogProps {
  /** Null for a new one. */
  help: HelpView | null;
  onClose: () => void;
}

/** The dialog for adding or changing a help. */
export const HelpDialog = ({ help, onClose }: HelpDialogProps) => {
  const { t } = useTranslation('helps');
  const schema = useMemo(() => formSchema(t('field.videoInvalid')), [t]);
  return (
    <FormDialog
      open
      title={help === null ? t('newTitle') : t('editTitle', { title: help.title })}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={{
        title: help?.title ?? '',
        description: help?.description ?? '',
        video: help?.video ?? '',
      }}
      onClose={onClose}
      onSubmit={async (body) => {
        if (help === null) await call(helpRoutes.create, { body });
        else
          await call(helpRoutes.update, {
            params: { id: help.id },
            body: { ...body, version: help.version },
          });
        await refetchHelps();
        notifySuccess(t('saved'));
        onClose();
      }}
    >
      <FormText name="title" label={t('field.title')} required autoFocus />
      <FormText
        name="video"
        label={t('field.video')}
        help={t('field.videoHelp')}
        placeholder={t('field.videoExample')}
        autoComplete="off"
      />
      <FormText name="description" label={t('field.description')} multiline minRows={4} maxRows={12} />
    </FormDialog>
  );
};
