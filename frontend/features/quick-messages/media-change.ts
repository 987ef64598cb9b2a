import { type QuickMessageView, quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { call } from '../../lib/api/api-client.ts';
import type { MediaChange } from '../files/components/form-file.tsx';
import { uploadFile } from '../files/upload-file.ts';

/** Saves the form's change of a quick message's file. */
export const saveMedia = async (quick: QuickMessageView, change: MediaChange): Promise<void> => {
  const params = { id: quick.id };
  if (change === 'keep') return;
  if (change === 'remove') await call(quickMessageRoutes.removeMedia, { params });
  else {
    const mediaKey = await uploadFile(change, new AbortController().signal, () => undefined);
    await call(quickMessageRoutes.setMedia, { params, body: { typeArch: 'quickMessage', mediaKey } });
  }
};
