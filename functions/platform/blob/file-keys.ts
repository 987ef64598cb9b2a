import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';
import { sha256 } from '../ids.ts';

const PICTURE_VERSION_CHARS = 16;

/** Returns the key of a pending file, which no message refers to yet. The bucket deletes pending files after a day. */
export const pendingKey = (companyId: number, uuid: string): string =>
  BUCKET_PREFIXES.pending + storedKey(companyId, uuid);
/** Returns the key of a permanently stored file. */
export const storedKey = (companyId: number, uuid: string): string =>
  `${BUCKET_PREFIXES.stored}${companyId}/${uuid}`;

/** Returns the start of the keys of a contact's pictures. */
export const contactPictureKey = (companyId: number, contactId: number): string =>
  storedKey(companyId, `contact-${contactId}`);

/**
 * Returns the key of one picture of a contact. The edge and browsers cache a file by its key, so another picture has
 * another key. The same picture keeps its key when it is fetched again.
 * @param start as {@link contactPictureKey} returns it
 */
export const pictureVersionKey = (start: string, bytes: Uint8Array): string =>
  `${start}-${sha256(bytes).slice(0, PICTURE_VERSION_CHARS)}`;

/** Whether a key belongs to a permanently stored file of the company. */
export const isStoredOf = (companyId: number, key: string): boolean => {
  const place = storedKey(companyId, '');
  return key.startsWith(place) && /^[\w-]+$/.test(key.slice(place.length));
};
