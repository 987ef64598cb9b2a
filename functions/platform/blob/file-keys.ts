import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';

/** Returns the key of a pending file, which no message refers to yet. The bucket deletes pending files after a day. */
export const pendingKey = (companyId: number, uuid: string): string =>
  BUCKET_PREFIXES.pending + storedKey(companyId, uuid);
/** Returns the key of a permanently stored file. */
export const storedKey = (companyId: number, uuid: string): string =>
  `${BUCKET_PREFIXES.stored}${companyId}/${uuid}`;

/** Returns the key of a contact's picture: a newer one replaces it, and copies of the contact's data show it, too. */
export const contactPictureKey = (companyId: number, contactId: number): string =>
  storedKey(companyId, `contact-${contactId}`);

/** Whether a key belongs to a permanently stored file of the company. */
export const isStoredOf = (companyId: number, key: string): boolean => {
  const place = storedKey(companyId, '');
  return key.startsWith(place) && /^[\w-]+$/.test(key.slice(place.length));
};
