import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { IMPORT_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { uploadFile } from '../../files/upload-file.ts';
import { listImports } from '../list-queries.ts';

export interface RunningUpload {
  fileName: string;
  /** Uploaded share of the bytes, 0 to 1. */
  share: number;
}

/**
 * Uploads spreadsheets and starts their import into a contact list.
 * @param onStarted receives the id of the import
 * @returns the running upload, or null, and the function that starts one
 */
export const useSheetUpload = (contactListId: number, onStarted: (importId: string) => void) => {
  const [running, setRunning] = useState<RunningUpload | null>(null);
  const upload = async (file: File | undefined): Promise<void> => {
    if (file === undefined || running !== null) return;
    const fileName = file.name;
    setRunning({ fileName, share: 0 });
    try {
      if (file.size > IMPORT_MAX_BYTES) throw new ApiError({ code: 'ERR_FILESIZE_OVER_LIMIT', status: 413 });
      if (file.size === 0) throw new ApiError({ code: 'ERR_MEDIA_EMPTY', status: 422 });
      const key = await uploadFile(file, new AbortController().signal, (share) =>
        setRunning({ fileName, share }),
      );
      const { id } = await call(contactListRoutes.upload, { params: { id: contactListId }, body: { key } });
      onStarted(id);
      await queryClient.invalidateQueries({ queryKey: listImports(contactListId).queryKey });
    } catch (error) {
      notifyError(error);
    } finally {
      setRunning(null);
    }
  };
  return { running, upload };
};
