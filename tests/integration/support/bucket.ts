import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BucketServer, LOCAL_CREDENTIALS, startBucket } from '@prosa/infra/local/s3.ts';
import { afterAll, beforeAll } from 'vitest';

/**
 * Gives a test file its own bucket, and a server at the app's address that accepts presigned forms. Call at the top
 * level, after `useTable`.
 */
export const useBucket = (): void => {
  let bucket: BucketServer | undefined;
  let front: Server | undefined;
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'prosa-bucket-'));
    const started = await startBucket({ directory, bucket: 'media' });
    bucket = started;
    front = createServer((request, response) => {
      started
        .acceptForm(request, response)
        .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
    });
    front.listen(0, '127.0.0.1');
    await once(front, 'listening');
    const address = front.address();
    if (address === null || typeof address === 'string') throw new Error('the front has no port');
    Object.assign(process.env, {
      BUCKET_NAME: 'media',
      S3_ENDPOINT: started.endpoint,
      APP_ORIGIN: `http://127.0.0.1:${address.port}`,
      AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    });
  });
  afterAll(async () => {
    front?.close();
    await bucket?.stop();
    await rm(directory, { recursive: true, force: true });
  });
};
