import { BUCKET_PREFIXES } from '@prosa/shared/resource-names.ts';
import * as s3 from '../aws/s3.ts';

/** Bytes at the head of a file that tell its type. */
const SNIFF_BYTES = 4100;

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

export const { headObject, deleteObject, listKeys } = s3;

/** The first bytes of an object, enough to tell its type. */
export const sniffObject = (key: string): Promise<Uint8Array | undefined> =>
  s3.getObject(key, `bytes=0-${SNIFF_BYTES - 1}`);
export const getObject = (key: string): Promise<Uint8Array | undefined> => s3.getObject(key);

/**
 * How an object is answered: inline only for what cannot run (S-39, S-40).
 * @param fileName the same for whoever fetches it: its callers hide the contact's numbers in it (S-58)
 */
export const dispositionOf = (mimeType: string, fileName: string): string => {
  const inline = /^(image\/(png|jpeg|gif|webp)|audio\/|video\/|application\/pdf$)/.test(mimeType);
  const name = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}${fileName === '' ? '' : `; filename*=UTF-8''${name}`}`;
};

export const putObject = (key: string, bytes: Uint8Array, mimeType: string, fileName = ''): Promise<void> =>
  s3.putObject(key, bytes, { mimeType, disposition: dispositionOf(mimeType, fileName) });

/** Moves a pending file to where it stays, with the type its bytes proved. */
export const keepObject = (from: string, to: string, mimeType: string, fileName: string): Promise<void> =>
  s3.copyObject(from, to, { mimeType, disposition: dispositionOf(mimeType, fileName) });
