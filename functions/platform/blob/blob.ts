import * as s3 from '../aws/s3.ts';

/** Number of bytes at the start of a file that are needed to detect its type. */
const SNIFF_BYTES = 4100;

export const { headObject, deleteObject, listKeys } = s3;

/** Returns the first bytes of an object, enough to detect its type. */
export const sniffObject = (key: string): Promise<Uint8Array | undefined> =>
  s3.getObject(key, `bytes=0-${SNIFF_BYTES - 1}`);
export const getObject = (key: string): Promise<Uint8Array | undefined> => s3.getObject(key);

/**
 * Returns the Content-Disposition of an object: inline only for types that cannot run code (S-39, S-40).
 * @param fileName the same for every reader, so callers must hide the contact's numbers in it (S-58)
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

/** Moves a pending file to its permanent place, with the detected type. */
export const keepObject = (from: string, to: string, mimeType: string, fileName: string): Promise<void> =>
  s3.copyObject(from, to, { mimeType, disposition: dispositionOf(mimeType, fileName) });
