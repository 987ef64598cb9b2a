import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getObject, headObject, keepObject, sniffObject } from './blob.ts';

const s3 = mockClient(S3Client);
const gone = { $metadata: { httpStatusCode: 404 }, message: 'gone' };

beforeEach(() => {
  vi.stubEnv('BUCKET_NAME', 'prosa');
  vi.stubEnv('AWS_REGION', 'us-east-1');
  s3.reset();
});
afterEach(() => vi.unstubAllEnvs());

describe('a deleted object', () => {
  it('reads as undefined', async () => {
    s3.on(HeadObjectCommand).rejects(new NotFound(gone));
    s3.on(GetObjectCommand).rejects(new NoSuchKey(gone));
    expect(await headObject('t/1/a')).toBeUndefined();
    expect(await sniffObject('t/1/a')).toBeUndefined();
    expect(await getObject('t/1/a')).toBeUndefined();
  });

  it('a missing object cannot be moved to its permanent place', async () => {
    s3.on(CopyObjectCommand).rejects(new NoSuchKey(gone));
    await expect(keepObject('pending/t/1/a', 't/1/a', 'image/png', 'a.png')).rejects.toThrow(NoSuchKey);
  });
});

it('another refusal of S3 does not count as a missing object', async () => {
  const denied = new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata: {} });
  s3.on(HeadObjectCommand).rejects(denied);
  await expect(headObject('t/1/a')).rejects.toThrow(S3ServiceException);
});
