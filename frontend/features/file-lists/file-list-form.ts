import {
  FILE_LIST_NAME_MAX,
  FILE_LIST_NAME_MIN,
  FILE_OPTION_NAME_MAX,
  type FileListView,
} from '@prosa/shared/contracts/file-lists.ts';
import { fileListMaxBytes, isFileListType } from '@prosa/shared/rules/file-list-limits.ts';
import { TEXT_MAX } from '@prosa/shared/rules/template-variables.ts';
import type { TFunction } from 'i18next';
import * as z from 'zod';
import { type FileRefusal, refusalOf } from '../files/refused-file.ts';

/** The saved file of an option. */
export type SavedFile = Pick<FileListView['options'][number], 'path' | 'mediaType' | 'fileName' | 'size'>;

/** Returns the schema of the dialog's fields, with translated error messages. */
export const fileListFormSchema = (t: TFunction<'file-lists'>) =>
  z.object({
    name: z
      .string()
      .trim()
      .max(FILE_LIST_NAME_MAX)
      .superRefine((name, { addIssue }) => {
        if (name.length === 0) addIssue({ code: 'custom', params: { kind: 'missing' } });
        else if (name.length < FILE_LIST_NAME_MIN)
          addIssue({ code: 'custom', message: t('field.nameTooShort') });
      }),
    message: z.string().trim().min(1).max(TEXT_MAX),
    options: z.array(
      z.object({
        /** The option's id; made in the browser until it is saved. */
        optionId: z.string(),
        name: z.string().trim().min(1).max(FILE_OPTION_NAME_MAX),
        /** A file to upload. */
        file: z.custom<File | null>(),
        saved: z.custom<SavedFile | null>(),
      }),
    ),
  });
export type FileListFields = z.input<ReturnType<typeof fileListFormSchema>>;
export type OptionFields = FileListFields['options'][number];

/** Returns the form's initial values. */
export const valuesOf = (list: FileListView | null): FileListFields => ({
  name: list?.name ?? '',
  message: list?.message ?? '',
  options: (list?.options ?? []).map(({ id, name, ...saved }) => ({
    optionId: id,
    name,
    file: null,
    saved: saved.fileName === null ? null : saved,
  })),
});

/** Returns a file's name as the first caption of the file: without its ending, and not too long. */
export const captionOf = ({ name }: Pick<File, 'name'>): string =>
  (name.replace(/\.[^.]{1,10}$/, '') || name).slice(0, FILE_OPTION_NAME_MAX);

/** Returns why a list does not take a file, with the limit in bytes that applies to it; null when it takes it. */
export const listRefusalOf = async (
  file: File,
): Promise<{ refusal: FileRefusal; maxBytes: number } | null> => {
  const maxBytes = fileListMaxBytes(file.type);
  const refusal = (await refusalOf(file)) ?? (isFileListType(file.type) ? null : 'type');
  if (refusal !== null) return { refusal, maxBytes };
  return file.size > maxBytes ? { refusal: 'tooLarge', maxBytes } : null;
};
