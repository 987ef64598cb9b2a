import type { Adapter, AskedFile, Session } from '../../domain/integrations/adapter.ts';
import { getObject } from '../../platform/blob/blob.ts';
import { isStoredOf } from '../../platform/blob/file-keys.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import { requireEnv } from '../../platform/env.ts';
import type { MessageRow } from '../../repositories/tickets/messages.ts';

/** Returns how an adapter needs the file of a message; undefined without a file, or if it needs none. */
export const fileNeedOf = (
  { fileNeed }: Adapter,
  { mediaType: type, media }: MessageRow,
  session: Session | null,
): ReturnType<Adapter['fileNeed']> => {
  if (media === null) return undefined;
  const { mimeType, size, durationS } = media;
  return fileNeed({ type, mimeType, size, durationS }, session);
};

/**
 * Returns the file of a message, as an adapter needs it: a link that lives five to ten minutes, as every link to a file
 * (S-40), or the content. null if it needs none, or if the file is not stored.
 */
export const askedFile = async (
  adapter: Adapter,
  message: MessageRow,
  session: Session | null,
  nowMs: number,
): Promise<AskedFile | null> => {
  const { companyId, media } = message;
  const need = fileNeedOf(adapter, message, session);
  if (need === undefined || media?.state !== 'stored' || !isStoredOf(companyId, media.key)) return null;
  if (need === 'link') return { url: `${requireEnv('APP_ORIGIN')}${(await mediaLinker(nowMs))(media.key)}` };
  const bytes = await getObject(media.key);
  return bytes === undefined ? null : { base64: Buffer.from(bytes).toString('base64') };
};
