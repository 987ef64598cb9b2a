import { randomUUID } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FormError, readForm } from '@prosa/functions/platform/http/read-form.ts';
import { isFromOwnMachine } from './own-machine.ts';
import { checkPostPolicy, type PolicyVerdict } from './post-policy.ts';

/** The only key pair that the bucket server accepts. */
export const LOCAL_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const FORM_LIMITS = { fields: 40, fieldBytes: 20 * 1024, files: 1 };

export interface BucketServer {
  /** Endpoint for SDK clients. */
  endpoint: string;
  /** Answers the read of an object; the caller is already authorised. */
  serveObject(request: IncomingMessage, response: ServerResponse, key: string): Promise<void>;
  /** Answers a presigned POST form. */
  acceptForm(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Answers 503 to every request while it is unavailable. */
  setAvailable(isAvailable: boolean): void;
  stop(): Promise<void>;
}

export interface BucketOptions {
  directory: string;
  bucket: string;
  now?: () => number;
}

const answerXml = (response: ServerResponse, status: number, code: string, message: string): void => {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message.replace(/[<>&]/g, '')}</Message></Error>`;
  response
    .writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
    .end(body);
};

/** S3's error response to a refused form. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Writes a stream to a file and aborts beyond `maxBytes`; returns the number of bytes written. */
const spool = async (source: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<number> => {
  let size = 0;
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > maxBytes) {
          throw new Refusal(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
        }
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  return size;
};

const answerAway = (response: ServerResponse): void => {
  response.setHeader('connection', 'close');
  answerXml(response, 503, 'ServiceUnavailable', 'Please try again.');
};

/**
 * Starts one private bucket on S3rver, with its files in `directory`. S3rver ignores POST policies, so this module
 * checks signature, expiry, every condition and the size before a byte reaches the bucket (S-38).
 */
export const startBucket = async ({
  directory,
  bucket,
  now = Date.now,
}: BucketOptions): Promise<BucketServer> => {
  const spoolDirectory = join(directory, '.incoming');
  await rm(spoolDirectory, { recursive: true, force: true });
  await mkdir(spoolDirectory, { recursive: true });
  /** Loads S3rver with the first file: it takes 20 MB and a quarter of a second, and on some days no file is sent. */
  const load = async () => {
    const { default: S3rver } = await import('@20minutes/s3rver');
    const s3rver = new S3rver({
      directory,
      silent: true,
      vhostBuckets: false,
      configureBuckets: [{ name: bucket }],
    });
    await s3rver.configureBuckets();
    return s3rver.callback();
  };
  let loading: ReturnType<typeof load> | undefined;
  let isAvailable = true;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isAvailable) return answerAway(response);
    loading ??= load();
    await (await loading)(request, response);
  };
  let endpoint = '';

  const store = async (key: string, contentType: string, path: string): Promise<void> => {
    const url = `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: await openAsBlob(path),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Refusal(500, 'InternalError', 'the bucket refused the object');
  };

  /** Stores the form's file, if the fields before it allow that; S3 ignores fields after the file. */
  const keepFile = async (request: IncomingMessage, contentType: string, path: string): Promise<void> => {
    const fields = new Map<string, string>();
    let verdict: PolicyVerdict | undefined;
    let size = 0;
    // The connection stays open, so that the form's sender can read the reason of a refusal.
    const body = request.iterator({ destroyOnReturn: false });
    await readForm(body, contentType, FORM_LIMITS, {
      onField: (name, value) => {
        if (verdict === undefined) fields.set(name.toLowerCase(), value);
      },
      onFile: async (name, file) => {
        if (name !== 'file') throw new FormError('a file under another name');
        verdict = checkPostPolicy(fields, {
          bucket,
          secretAccessKey: LOCAL_CREDENTIALS.secretAccessKey,
          nowMs: now(),
        });
        if (!verdict.allowed) throw new Refusal(403, 'AccessDenied', verdict.reason);
        size = await spool(file, path, verdict.maxBytes);
      },
    });
    if (!verdict?.allowed) throw new FormError('no file');
    if (size < verdict.minBytes) {
      throw new Refusal(
        400,
        'EntityTooSmall',
        'Your proposed upload is smaller than the minimum allowed size',
      );
    }
    await store(verdict.key, verdict.contentType, path);
  };

  const acceptForm = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isAvailable) return answerAway(response);
    const contentType = request.headers['content-type'] ?? '';
    const path = join(spoolDirectory, randomUUID());
    try {
      if (!/^multipart\/form-data/i.test(contentType)) {
        throw new Refusal(
          412,
          'PreconditionFailed',
          'Bucket POST must be of the enclosure-type multipart/form-data',
        );
      }
      await keepFile(request, contentType, path);
      response.writeHead(204).end();
    } catch (error) {
      // The rest of the form is not read.
      response.setHeader('connection', 'close');
      if (error instanceof Refusal) answerXml(response, error.status, error.code, error.message);
      else if (error instanceof FormError)
        answerXml(response, 400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
      else throw error;
    } finally {
      await rm(path, { force: true });
    }
  };

  const server = createServer((request, response) => {
    if (!isFromOwnMachine(request)) return void response.writeHead(403).end();
    const [path = '', query] = (request.url ?? '').split('?');
    const isForm = request.method === 'POST' && path === `/${bucket}` && query === undefined;
    // S3rver drops the last slash, which is part of the signed path. It also answers unsigned requests.
    if (path === `/${bucket}/`) delete request.headers.authorization;
    const answered = isForm ? acceptForm(request, response) : serve(request, response);
    answered.catch(() => response.destroy());
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the bucket has no port');
  endpoint = `http://127.0.0.1:${address.port}`;

  return {
    endpoint,
    acceptForm,
    serveObject: async (request, response, key) => {
      request.url = `/${bucket}/${key}`;
      // Browser headers must not be interpreted as S3's protocol.
      for (const name of Object.keys(request.headers)) {
        if (name === 'authorization' || name === 'origin' || name.startsWith('x-amz-'))
          delete request.headers[name];
      }
      await serve(request, response);
    },
    setAvailable: (value) => {
      isAvailable = value;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
