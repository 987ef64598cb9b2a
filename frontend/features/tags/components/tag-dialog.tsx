import { type TagView, tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { useMemo, useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormColor, FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { randomColor } from '../../../lib/screen/random-color.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { tagFormSchema } from '../tag-form.ts';

export const refreshTags = async (): Promise<void> => {
  await Promise.all(
    [tagRoutes.list, tagRoutes.listBrief].map((row) =>
      queryClient.invalidateQueries({ queryKey: routeKey(row) }),
    ),
  );
};

interface TagDialogProps {
  tag: TagView | null;
  onClose: () => void;
}

/** The dialog for adding or changing a tag of contacts. */
export const TagDialog = ({ tag, onClose }: TagDialogProps) => {
  const { t } = useTranslation('tags');
  const schema = useMemo(() => tagFormSchema(t), [t]);
  const [color] = useState(() => tag?.color ?? randomColor());
  return (
    <FormDialog
      open
      width="narrow"
      title={tag === null ? t('newTitle') : t('editTitle', { name: tag.name })}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={{ name: tag?.name ?? '', color }}
      onClose={onClose}
      onSubmit={async (body) => {
        if (tag === null) await call(tagRoutes.create, { body });
        else await call(tagRoutes.update, { params: { id: tag.id }, body });
        notifySuccess(t('saved'));
        await refreshTags();
        onClose();
      }}
    >
      <FormText name="name" label={t('field.name')} required autoFocus />
      <FormColor name="color" label={t('field.color')} required />
    </FormDialog>
  );
};
