import type { FileListView } from '@prosa/shared/contracts/file-lists.ts';
import type { FileList } from '@prosa/shared/entities/file-list.ts';

/**
 * Presents a file list, for responses and events.
 * @param link makes a short-lived link to a stored file
 */
export const presentFileList = (
  list: FileList & { version: number; rowCreatedAt: string; rowUpdatedAt: string },
  link: (key: string) => string,
): FileListView => ({
  id: list.id,
  name: list.name,
  message: list.message,
  userId: list.userId,
  companyId: list.companyId,
  options: list.options.map(({ id, name, media }) => ({
    id,
    name,
    path: media === null ? null : link(media.key),
    mediaType: media?.mimeType ?? null,
    fileName: media?.fileName ?? null,
    size: media?.size ?? null,
  })),
  createdAt: list.rowCreatedAt,
  updatedAt: list.rowUpdatedAt,
  version: list.version,
});
