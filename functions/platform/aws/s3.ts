import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { requireEnv } from '../env.ts';
import { lazyClient } from './lazy-client.ts';

/** Files are larger than rows and messages, so the timeout is longer. */
const CALL_TIMEOUT_MS = 20_000;

export const s3 = lazyClient(
  'S3_ENDPOINT',
  (options) => new S3Client({ ...options, forcePathStyle: options.endpoint !== undefined }),
  { timeoutMs: CALL_TIMEOUT_MS, isChecked: true },
);
export const bucket = (): string => requireEnv('BUCKET_NAME');

const unlessMissing = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFound || error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

/** Headers that an object is stored and served with. */
export interface ObjectHeaders {
  mimeType: string;
  disposition: string;
}

/** Returns size and declared type of an object, or undefined if there is none. */
export const headObject = async (key: string): Promise<{ size: number; mimeType: string } | undefined> => {
  const output = await unlessMissing(s3().send(new HeadObjectCommand({ Bucket: bucket(), Key: key })));
  return output === undefined
    ? undefined
    : { size: output.ContentLength ?? 0, mimeType: output.ContentType ?? 'application/octet-stream' };
};

/**
 * Returns an object's bytes, or undefined if there is no such object.
 * @param range in HTTP's notation; without it the whole object
 */
export const getObject = async (key: string, range?: string): Promise<Uint8Array | undefined> => {
  const output = await unlessMissing(
    s3().send(new GetObjectCommand({ Bucket: bucket(), Key: key, Range: range })),
  );
  return output?.Body?.transformToByteArray();
};

export const putObject = async (key: string, bytes: Uint8Array, headers: ObjectHeaders): Promise<void> => {
  await s3().send(
    new PutObjectCommand({
      Bucket: bucket(),
      Key: key,
      Body: bytes,
      ContentType: headers.mimeType,
      ContentDisposition: headers.disposition,
    }),
  );
};

/** Copies an object within the bucket, possibly onto itself, and replaces its headers. */
export const copyObject = async (from: string, to: string, headers: ObjectHeaders): Promise<void> => {
  await s3().send(
    new CopyObjectCommand({
      Bucket: bucket(),
      Key: to,
      CopySource: `${bucket()}/${from}`,
      MetadataDirective: 'REPLACE',
      ContentType: headers.mimeType,
      ContentDisposition: headers.disposition,
    }),
  );
};

export const deleteObject = async (key: string): Promise<void> => {
  await s3().send(new DeleteObjectCommand({ Bucket: bucket(), Key: key }));
};

/** Lists every object whose key starts with the prefix, and when it was written. */
export const listKeys = async (prefix: string): Promise<{ key: string; modifiedMs: number }[]> => {
  const found: { key: string; modifiedMs: number }[] = [];
  let token: string | undefined;
  do {
    const page = await s3().send(
      new ListObjectsV2Command({ Bucket: bucket(), Prefix: prefix, ContinuationToken: token }),
    );
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key !== undefined) found.push({ key: Key, modifiedMs: LastModified?.getTime() ?? 0 });
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
  return found;
};
