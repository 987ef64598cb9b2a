import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { localEndpoint, requireEnv } from '../env.ts';

let client: S3Client | undefined;
const s3 = (): S3Client => {
  const endpoint = localEndpoint('S3_ENDPOINT');
  client ??= new S3Client({ ...endpoint, forcePathStyle: endpoint.endpoint !== undefined });
  return client;
};
const bucket = (): string => requireEnv('BUCKET_NAME');

/** How long a presigned form may be used (S-38). */
export const UPLOAD_TTL_S = 300;
/** Bytes at the head of a file that tell its type. */
const SNIFF_BYTES = 4100;

/** Files wait here until a message names them; what is still here after a day is removed by the bucket. */
export const pendingKey = (companyId: number, uuid: string): string => `pending/t/${companyId}/${uuid}`;
/** Where a file lives for good. */
export const storedKey = (companyId: number, uuid: string): string => `t/${companyId}/${uuid}`;

/** A form that accepts one file of this exact key and type, of 1 to `maxBytes` bytes, for five minutes. */
export const createUploadForm = async (key: string, mimeType: string, maxBytes: number) => {
  const form = await createPresignedPost(s3(), {
    Bucket: bucket(),
    Key: key,
    Conditions: [
      ['content-length-range', 1, maxBytes],
      ['eq', '$Content-Type', mimeType],
    ],
    Fields: { 'Content-Type': mimeType },
    Expires: UPLOAD_TTL_S,
  });
  // The local bucket's own address is out of a browser's reach; the front takes its forms.
  return localEndpoint('S3_ENDPOINT').endpoint === undefined
    ? form
    : { ...form, url: `${requireEnv('APP_ORIGIN')}/media` };
};

export interface BlobHead {
  size: number;
  mimeType: string;
}

/** Size and declared type, or undefined where there is no such object. */
export const headObject = async (key: string): Promise<BlobHead | undefined> => {
  try {
    const output = await s3().send(new HeadObjectCommand({ Bucket: bucket(), Key: key }));
    return { size: output.ContentLength ?? 0, mimeType: output.ContentType ?? 'application/octet-stream' };
  } catch (error) {
    if (error instanceof NotFound || error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

const readRange = async (key: string, range?: string): Promise<Uint8Array | undefined> => {
  try {
    const output = await s3().send(
      new GetObjectCommand({ Bucket: bucket(), Key: key, ...(range === undefined ? {} : { Range: range }) }),
    );
    return await output.Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return undefined;
    throw error;
  }
};

/** The first bytes of an object, enough to tell its type. */
export const sniffObject = (key: string): Promise<Uint8Array | undefined> =>
  readRange(key, `bytes=0-${SNIFF_BYTES - 1}`);
export const getObject = (key: string): Promise<Uint8Array | undefined> => readRange(key);

/** How an object is answered: inline only for what cannot run (S-39, S-40). */
export const dispositionOf = (mimeType: string, fileName: string): string => {
  const inline = /^(image\/(png|jpeg|gif|webp)|audio\/|video\/|application\/pdf$)/.test(mimeType);
  const name = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}${fileName === '' ? '' : `; filename*=UTF-8''${name}`}`;
};

export const putObject = async (
  key: string,
  bytes: Uint8Array,
  mimeType: string,
  fileName = '',
): Promise<void> => {
  await s3().send(
    new PutObjectCommand({
      Bucket: bucket(),
      Key: key,
      Body: bytes,
      ContentType: mimeType,
      ContentDisposition: dispositionOf(mimeType, fileName),
    }),
  );
};

/** Moves a pending file to where it stays, with the type its bytes proved. */
export const keepObject = async (
  from: string,
  to: string,
  mimeType: string,
  fileName: string,
): Promise<void> => {
  await s3().send(
    new CopyObjectCommand({
      Bucket: bucket(),
      Key: to,
      CopySource: `${bucket()}/${from}`,
      MetadataDirective: 'REPLACE',
      ContentType: mimeType,
      ContentDisposition: dispositionOf(mimeType, fileName),
    }),
  );
};

export const deleteObject = async (key: string): Promise<void> => {
  await s3().send(new DeleteObjectCommand({ Bucket: bucket(), Key: key }));
};
