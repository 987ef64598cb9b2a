import type * as z from 'zod';
import { type Files, ProviderFailed } from '../driver.ts';
import { type GraphCall, graph } from './graph-client.ts';

/**
 * Returns a stored file for a form.
 * @throws ProviderFailed `media-missing` if the file is gone
 */
export const fileForUpload = async (files: Files, key: string, mimeType: string): Promise<Blob> => {
  const bytes = await files.read(key);
  if (bytes === undefined) throw new ProviderFailed('media-missing', { does: 'stop' });
  return new Blob([new Uint8Array(bytes)], { type: mimeType });
};

/**
 * Uploads a file before the message that shows it. An upload whose outcome is unknown is repeated, because nothing
 * has been sent to the contact.
 * @throws ProviderFailed
 */
export const upload = async <S extends z.ZodType>(call: GraphCall, schema: S): Promise<z.output<S>> => {
  try {
    return await graph(call, schema);
  } catch (error) {
    if (!(error instanceof ProviderFailed) || error.remedy.does !== 'doubt') throw error;
    throw new ProviderFailed(error.reason, { does: 'wait', waitS: 0 }, error.cause);
  }
};
