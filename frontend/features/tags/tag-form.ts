import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { nameSchema } from '@prosa/shared/entities/common.ts';
import { TAG_MAX_CHARS, TAG_MIN_CHARS } from '@prosa/shared/entities/tag.ts';
import type { TFunction } from 'i18next';

/** Returns the schema of the dialog of a tag, with a translated error message for a short name. */
export const tagFormSchema = (t: TFunction<'tags'>) =>
  tagRoutes.create.body.extend({
    name: nameSchema(1, TAG_MAX_CHARS).superRefine(({ length }, { addIssue }) => {
      if (length > 0 && length < TAG_MIN_CHARS)
        addIssue({ code: 'custom', message: t('field.nameTooShort') });
    }),
  });
