import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';

/** Files wait here until a message names them; what is still here after a day is removed by the bucket. */
export const pendingKey = (companyId: number, uuid: string): string =>
  BUCKET_PREFIXES.pending + storedKey(companyId, uuid);
/** Where a file lives for good. */
export const storedKey = (companyId: number, uuid: string): string =>
  `${BUCKET_PREFIXES.stored}${companyId}/${uuid}`;

/** Whether a key is of a company's files that stay. */
export const isStoredOf = (companyId: number, key: string): boolean => {
  const place = storedKey(companyId, '');
  return key.startsWith(place) && /^[\w-]+$/.test(key.slice(place.length));
};
