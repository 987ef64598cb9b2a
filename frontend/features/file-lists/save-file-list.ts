import { type FileListView, fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import { call } from '../../lib/api/api-client.ts';
import { uploadFile } from '../files/upload-file.ts';
import type { FileListFields } from './file-list-form.ts';

/** What earlier attempts to save the dialog have saved, so that a further one repeats none of it. */
export interface SavedSoFar {
  list: FileListView | null;
  /** Ids of saved options, by the ids that the browser made. */
  optionIds: Map<string, string>;
  uploaded: Set<File>;
}

/**
 * Saves a list, then uploads its new files one after the other.
 * @param onProgress receives the option's id in the form and the share of its bytes sent, 0 to 1
 */
export const saveFileList = async (
  { name, message, options }: FileListFields,
  saved: SavedSoFar,
  onProgress: (optionId: string, share: number) => void,
): Promise<void> => {
  const idOf = (optionId: string) => saved.optionIds.get(optionId) ?? optionId;
  const body = {
    name,
    message,
    options: options.map((option) => ({ id: idOf(option.optionId), name: option.name })),
  };
  const made =
    saved.list === null
      ? await call(fileListRoutes.create, { body })
      : await call(fileListRoutes.update, { params: { id: saved.list.id }, body });
  saved.list = made;
  options.forEach(({ optionId }, index) => {
    const id = made.options[index]?.id;
    if (id !== undefined) saved.optionIds.set(optionId, id);
  });
  for (const { optionId, file } of options) {
    if (file === null || saved.uploaded.has(file)) continue;
    const mediaKey = await uploadFile(file, new AbortController().signal, (share) =>
      onProgress(optionId, share),
    );
    await call(fileListRoutes.upload, {
      params: { id: made.id },
      body: { fileId: made.id, typeArch: 'fileList', id: [idOf(optionId)], mediaKey },
    });
    saved.uploaded.add(file);
  }
};
