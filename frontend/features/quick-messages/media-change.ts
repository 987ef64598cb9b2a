import { type QuickMessageView, quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { call } from '../../lib/api-client.ts';
import { uploadFile } from '../messages/upload-file.ts';

/** What a form does with a file: leaves it, takes it away, or puts another in its place. */
export type MediaChange = 'keep' | 'remove' | File;

/** Saves what a form did with a quick message's file. */
export const saveMedia = async (quick: QuickMessageView, change: MediaChange): Promise<void> => {
  const params = { id: quick.id };
  if (change === 'keep') return;
  if (change === 'remove') await call(quickMessageRoutes.removeMedia, { params });
  else {
    const mediaKey = await uploadFile(change, new AbortController().signal, () => undefined);
    await call(quickMessageRoutes.setMedia, { params, body: { typeArch: 'quickMessage', mediaKey } });
  }
};
