import * as s3 from '../aws/s3.ts';

/** Bytes at the head of a file that tell its type. */
const SNIFF_BYTES = 4100;

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
