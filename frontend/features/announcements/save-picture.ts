import { type AnnouncementView, announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import { call } from '../../lib/api/api-client.ts';
import type { MediaChange } from '../files/components/form-file.tsx';
import { uploadFile } from '../files/upload-file.ts';

/** Saves the form's change of an announcement's picture. */
export const savePicture = async ({ id }: AnnouncementView, change: MediaChange): Promise<void> => {
  const params = { id };
  if (change === 'keep') return;
  if (change === 'remove') await call(announcementRoutes.removeMedia, { params });
  else {
    const mediaKey = await uploadFile(change, new AbortController().signal, () => undefined);
    await call(announcementRoutes.setMedia, { params, body: { typeArch: 'announcements', mediaKey } });
  }
};
