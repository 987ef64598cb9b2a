import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { putObject } from '@prosa/functions/platform/blob/blob.ts';
import { mediaLinker } from '@prosa/functions/platform/blob/media-link.ts';
import { createUploadForm } from '@prosa/functions/platform/blob/upload-form.ts';
import { replyToErrors } from '@prosa/functions/platform/http/error-reply.ts';
import { fromApi } from '@prosa/functions/platform/http/http-call.ts';
import { createHandler } from '@prosa/functions/platform/lambda/create-handler.ts';
import { AppError, ERROR_CATALOGUE, type ErrorCode } from '@prosa/shared/errors.ts';
import { DEFAULT_INSTALLATION } from '@prosa/shared/resource-names.ts';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { EDGE_ERROR_LIFETIMES_S } from '../edge-errors.ts';
import type { FunctionResource } from '../programs.ts';
import { appSecurityHeaders, MEDIA_CACHE_CONTROL, MEDIA_SECURITY_HEADERS } from '../security-headers.ts';
import { clockAheadMs, moveClock } from './clock.ts';
import { createFunctions, type FunctionError, type FunctionsOptions } from './functions.ts';
import { type Gateway, type GatewayOptions, startGateway } from './gateway.ts';
import { type BucketServer, LOCAL_CREDENTIALS, startBucket } from './s3.ts';
import { openSecrets } from './secrets.ts';
import { type Services, startServices } from './services.ts';
import { createSqsStore } from './sqs-store.ts';
import { createWebSocketApi, type WebSocketApi } from './websocket-api.ts';

const MB = 1024 * 1024;
const SCRIPT = 'export {};'.repeat(200);
let directory: string;
let bucket: BucketServer;
let gateway: Gateway;
/** Starts a gateway to the same system that is not open yet. */
let startDoor: (options?: Pick<GatewayOptions, 'errorLifetimesS'>) => Promise<Gateway>;
let services: Services;
let sockets: WebSocketApi;
let url: string;
let answerHttp: (event: APIGatewayProxyEventV2) => unknown;
let answerSocket: (event: {
  requestContext: { routeKey: string; connectionId: string };
  body?: string;
}) => unknown;
let failures: FunctionError[] = [];

const isErrorCode = (code: string): code is ErrorCode => code in ERROR_CATALOGUE;
const ok = (body: unknown) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const echo = async (path: string, init?: RequestInit): Promise<unknown> => {
  answerHttp = ok;
  return (await fetch(url + path, init)).json();
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'prosa-gateway-'));
  const app = join(directory, 'app');
  await mkdir(join(app, 'assets'), { recursive: true });
  await writeFile(join(app, 'index.html'), '<!doctype html><title>Prosa</title>');
  await writeFile(join(app, 'assets/app-1a2b.js'), SCRIPT);
  await writeFile(join(app, 'assets/app-1a2b.js.gz'), gzipSync(SCRIPT));
  const secrets = openSecrets(join(directory, 'secrets.json'));
  bucket = await startBucket({ directory: join(directory, 'bucket'), bucket: 'files' });
  const timeouts: Record<string, number> = { contacts: 0.05 };
  const resources = new Proxy({} satisfies Record<string, FunctionResource>, {
    get: (_target, name): FunctionResource => ({
      kind: 'http',
      routes: {},
      entry: name === 'live' ? 'live' : 'http',
      memoryMb: 1,
      bundleKb: 1,
      timeoutS: timeouts[String(name)] ?? 5,
      grants: {},
      errorImpact: '',
    }),
  });
  const load: FunctionsOptions['load'] = async (entry) => ({
    handler:
      entry === 'live'
        ? (event: Parameters<typeof answerSocket>[0]) => answerSocket(event)
        : (event: APIGatewayProxyEventV2) => answerHttp(event),
  });
  const functions = createFunctions({ resources, load, onError: (_name, error) => failures.push(error) });
  sockets = createWebSocketApi({ functions, functionName: 'live' });
  services = await startServices({ sqs: createSqsStore(), secrets, connections: sockets });
  startDoor = (more = {}) =>
    startGateway({ port: 0, functions, sockets, bucket, secrets, staticDirectory: app, ...more });
  gateway = await startDoor();
  gateway.open();
  url = `http://127.0.0.1:${gateway.port}`;
  Object.assign(process.env, {
    S3_ENDPOINT: bucket.endpoint,
    INSTALLATION: DEFAULT_INSTALLATION,
    SECRETS_ENDPOINT: services.endpoint,
    BUCKET_NAME: 'files',
    APP_ORIGIN: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
  });
});
afterAll(async () => {
  await sockets.stop();
  await Promise.all([gateway.stop(), services.stop(), bucket.stop()]);
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  failures = [];
});

describe('HTTP API', () => {
  it('removes the slash at the end of a path, as the edge does', async () => {
    expect(await echo('/api/whatsapp/?session=0')).toMatchObject({
      routeKey: 'ANY /api/whatsapp',
      rawPath: '/api/whatsapp',
      queryStringParameters: { session: '0' },
    });
    expect(await echo('/api/users/7/')).toMatchObject({
      routeKey: 'ANY /api/users/{proxy+}',
      pathParameters: { proxy: '7' },
    });
    expect(await echo('/external/messages/send/', { method: 'POST' })).toMatchObject({
      resource: '/messages/send',
      path: '/external/messages/send',
    });
    expect((await fetch(`${url}/api/whatsapp//`)).status).toBe(404);
  });

  it('sends events in payload format 2.0', async () => {
    const event = await echo('/api/messages/a%20b?x=1&x=2&y=', {
      headers: { cookie: 'a=1; b=2', 'X-Custom': 'Value' },
    });
    expect(event).toMatchObject({
      version: '2.0',
      rawPath: '/api/messages/a%20b',
      rawQueryString: 'x=1&x=2&y=',
      queryStringParameters: { x: '1,2', y: '' },
      pathParameters: expect.any(Object),
      cookies: ['a=1', 'b=2'],
      headers: { 'x-custom': 'Value' },
      isBase64Encoded: false,
      requestContext: {
        http: { method: 'GET', path: '/api/messages/a%20b', sourceIp: '127.0.0.1' },
        stage: '$default',
      },
    });
    expect(event).toMatchObject({
      routeKey: 'ANY /api/messages/{proxy+}',
      pathParameters: { proxy: 'a%20b' },
    });
    expect(event).not.toHaveProperty('headers.cookie');
  });

  it('sends events in payload format 1.0 for the external API, as REST APIs do', async () => {
    const event = await echo('/external/messages/send?x=1', {
      method: 'POST',
      headers: { 'X-Custom': 'Value', 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(event).toMatchObject({
      resource: '/messages/send',
      path: '/external/messages/send',
      httpMethod: 'POST',
      headers: { 'X-Custom': 'Value' },
      queryStringParameters: { x: '1' },
      pathParameters: null,
      body: '{"a":1}',
      isBase64Encoded: false,
      requestContext: { resourcePath: '/messages/send', identity: { sourceIp: '127.0.0.1' } },
    });
    expect(event).not.toHaveProperty('routeKey');
    expect(event).not.toHaveProperty('version');
  });

  it('passes text unchanged and any other content in base64', async () => {
    const json = await echo('/api/auth/login', {
      method: 'POST',
      body: '{"á":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json).toMatchObject({ body: '{"á":1}', isBase64Encoded: false });
    const bytes = new Uint8Array([0, 255, 1]);
    const binary = await echo('/api/auth/login', { method: 'POST', body: bytes });
    expect(binary).toMatchObject({ body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true });
  });

  it("returns the function's response, including cookies and binary content", async () => {
    answerHttp = () => ({
      statusCode: 201,
      headers: { 'x-a': 'b' },
      cookies: ['a=1', 'b=2'],
      body: 'AAE=',
      isBase64Encoded: true,
    });
    const response = await fetch(`${url}/api/version`);
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 1]));
  });

  it.each([
    ['an unknown route', '/api/nowhere', {}, 404, 'ERR_NOT_FOUND'],
    ['a verb without a route', '/api/version', { method: 'PATCH' }, 404, 'ERR_NOT_FOUND'],
    ['11 MB', '/api/auth/login', { method: 'POST', body: 'x'.repeat(11 * MB) }, 413, 'ERR_PAYLOAD_TOO_LARGE'],
    [
      '5 MB of bytes, 6.7 MB in base64',
      '/api/auth/login',
      { method: 'POST', body: new Uint8Array(5 * MB) },
      413,
      'ERR_PAYLOAD_TOO_LARGE',
    ],
  ])('refuses %s', async (_what, path, init, status, error) => {
    let invocations = 0;
    answerHttp = () => {
      invocations += 1;
      return ok({});
    };
    const response = await fetch(url + path, init);
    expect([response.status, await response.json(), invocations]).toEqual([status, { error }, 0]);
  });

  it("refuses headers longer than API Gateway's limit", async () => {
    const response = await fetch(`${url}/api/version`, { headers: { 'x-long': 'x'.repeat(11_000) } });
    expect(response.status).toBe(431);
  });

  it('answers 502 over 6 MB, 500 for a failed function, 503 for a function that timed out', async () => {
    answerHttp = () => ok('x'.repeat(6 * MB + 1));
    expect((await fetch(`${url}/api/version`)).status).toBe(502);
    answerHttp = () => {
      throw new Error('broken');
    };
    const failed = await fetch(`${url}/api/version`);
    expect([failed.status, await failed.json()]).toEqual([500, { error: 'ERR_INTERNAL' }]);
    answerHttp = () => new Promise(() => undefined);
    const late = await fetch(`${url}/api/contacts`);
    expect([late.status, await late.json()]).toEqual([503, { error: 'ERR_UNAVAILABLE' }]);
    expect(failures.map((failure) => failure.isTimeout)).toEqual([false, true]);
  });
});

describe('start', () => {
  it('until the system is up, the gateway serves the page, answers API calls with ERR_STARTING and delays WebSocket connections', async () => {
    const starting = await startDoor();
    const origin = `http://127.0.0.1:${starting.port}`;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws?ticket=good`, { origin });
    try {
      answerHttp = ok;
      answerSocket = () => ({ statusCode: 200 });
      let isSocketOpen = false;
      const opened = once(socket, 'open').then(() => {
        isSocketOpen = true;
      });
      expect((await fetch(`${origin}/login`)).status).toBe(200);
      for (const path of ['/api/version', '/sandbox/phones']) {
        const told = await fetch(origin + path);
        expect([path, told.status, told.headers.get('retry-after'), await told.json()]).toEqual([
          path,
          503,
          '1',
          { error: 'ERR_STARTING' },
        ]);
      }
      expect(isSocketOpen).toBe(false);
      starting.open();
      await opened;
      expect((await fetch(`${origin}/api/version`)).status).toBe(200);
    } finally {
      socket.terminate();
      await starting.stop();
    }
  });
});

describe('app', () => {
  it('S-66: serves screens with the page and the security headers, caches files for ever, and serves nothing else', async () => {
    const page = await fetch(`${url}/tickets/some-uuid`);
    expect(await page.text()).toContain('<title>Prosa</title>');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const { port } = new URL(url);
    const expected = appSecurityHeaders({ socketOrigin: `ws://localhost:${port}` });
    for (const path of ['/tickets/some-uuid', '/absent.js', '/api/version', '/api/absent']) {
      const { headers } = await fetch(url + path);
      expect(Object.fromEntries(headers), path).toMatchObject(expected);
    }
    const asset = await fetch(`${url}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    expect(asset.headers.get('content-type')).toContain('text/javascript');
    expect(await asset.text()).toBe(SCRIPT);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    const again = await fetch(`${url}/assets/app-1a2b.js`, {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': asset.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect((await fetch(`${url}/assets/../../secrets.json`)).status).toBe(404);
    expect((await fetch(`${url}/assets/%2e%2e/%2e%2e/secrets.json`)).status).toBe(404);
    expect((await fetch(`${url}/tickets`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}/absent.js`)).status).toBe(404);
  });

  it.each(['bytes=5-2', 'bytes=-5', 'bytes=0-3,5-6', 'bytes=9-', 'words=1-2'])(
    'serves a file whole for the range %s',
    async (range) => {
      const asset = await fetch(`${url}/assets/app-1a2b.js`, { headers: { range } });
      expect(asset.status).toBe(200);
      expect(await asset.text()).toBe(SCRIPT);
    },
  );

  it('serves the files of a new build, and 404 for those that it removed', async () => {
    const assets = join(directory, 'app/assets');
    await writeFile(join(assets, 'old-3c4d.js'), SCRIPT);
    expect((await fetch(`${url}/assets/old-3c4d.js`)).status).toBe(200);
    await rm(join(assets, 'old-3c4d.js'));
    await writeFile(join(assets, 'new-5e6f.js'), SCRIPT);
    expect((await fetch(`${url}/assets/old-3c4d.js`)).status).toBe(404);
    expect((await fetch(`${url}/assets/new-5e6f.js`)).status).toBe(200);
  });
});

describe('errors at the edge', () => {
  /** Asks for one path again and again, and returns the statuses. The path's owner gets 200, everybody else an error. */
  const statusesOf = async (
    door: Gateway,
    path: string,
    error: { statusCode: number; headers?: Record<string, string> },
    method = 'GET',
  ): Promise<number[]> => {
    let isOwner = true;
    answerHttp = () => (isOwner ? ok({}) : { body: '{"error":"ERR"}', ...error });
    const ask = async (): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, { method });
      await answer.arrayBuffer();
      return answer.status;
    };
    const first = await ask();
    isOwner = false;
    const second = await ask();
    isOwner = true;
    const third = await ask();
    moveClock(clockAheadMs() + 10_500);
    const later = await ask();
    moveClock(0);
    return [first, second, third, later];
  };
  const STATUSES = [
    400, 401, 403, 404, 405, 409, 410, 412, 413, 414, 415, 416, 422, 429, 500, 501, 502, 503, 504,
  ];
  const CACHING = ['', 'no-store', 'private', 'max-age=60', 's-maxage=60'];
  const cases = STATUSES.flatMap((statusCode) => CACHING.map((caching) => ({ statusCode, caching })));

  it.each(cases)(
    'S-64 an error $statusCode with the caching "$caching" reaches nobody but its caller; without the declaration CloudFront keeps some for 10 seconds',
    async ({ statusCode, caching }) => {
      const path = `/api/contacts/${statusCode}`;
      const headers: Record<string, string> = caching === '' ? {} : { 'cache-control': caching };
      const error = { statusCode, headers };
      const declared = await startDoor();
      const undeclared = await startDoor({ errorLifetimesS: new Map() });
      try {
        declared.open();
        undeclared.open();
        const isAged = /max-?age/.test(caching);
        const obeys = [404, 414, 501].includes(statusCode) && ['no-store', 'private'].includes(caching);
        const isKept =
          ([404, 405, 414, 500, 501, 502, 503, 504].includes(statusCode) && !obeys) ||
          ([400, 403, 412, 415].includes(statusCode) && isAged);
        // CloudFront accepts no lifetime for these two; no answer of the product has a max-age.
        const isDeclared = !([412, 415].includes(statusCode) && isAged);
        const sent = [200, statusCode, 200, 200];
        const kept = [200, statusCode, statusCode, 200];
        expect(await statusesOf(declared, path, error)).toEqual(isDeclared ? sent : kept);
        expect(await statusesOf(undeclared, path, error)).toEqual(isKept ? kept : sent);
        expect(await statusesOf(undeclared, path, error, 'POST')).toEqual(sent);
      } finally {
        moveClock(0);
        await Promise.all([declared.stop(), undeclared.stop()]);
      }
    },
  );

  it('a kept error has the body and the headers of the first one, also for another query', async () => {
    const door = await startDoor({ errorLifetimesS: new Map([...EDGE_ERROR_LIFETIMES_S, [503, 60]]) });
    try {
      door.open();
      answerHttp = () => ({ statusCode: 503, headers: { 'x-first': 'yes' }, body: '{"error":"FIRST"}' });
      const ask = async (query: string) => {
        const answer = await fetch(`http://127.0.0.1:${door.port}/api/tickets?${query}`);
        return [answer.status, answer.headers.get('x-first'), await answer.text()];
      };
      const first = await ask('a=1');
      answerHttp = ok;
      expect(await ask('b=2')).toEqual(first);
      moveClock(clockAheadMs() + 59_000);
      expect(await ask('c=3')).toEqual(first);
      moveClock(clockAheadMs() + 2_000);
      expect((await ask('d=4'))[0]).toBe(200);
    } finally {
      moveClock(0);
      await door.stop();
    }
  });

  it.each(Object.keys(ERROR_CATALOGUE).filter(isErrorCode))(
    'S-64 %s is answered with no-store, and reaches nobody but its caller',
    async (code) => {
      let isOwner = true;
      const handle = createHandler({
        call: (event: APIGatewayProxyEventV2) => fromApi(event, () => undefined, Date.now()),
        logFields: () => ({}),
        use: [replyToErrors()],
        run: async () => {
          if (!isOwner) throw new AppError(code);
          return ok({});
        },
      });
      answerHttp = (event) => handle(event, undefined);
      const ask = async () => {
        const answer = await fetch(`${url}/api/contacts/3`);
        await answer.arrayBuffer();
        return [answer.status, answer.headers.get('cache-control')];
      };
      const own = await ask();
      isOwner = false;
      expect(await ask()).toEqual([ERROR_CATALOGUE[code].status, 'no-store']);
      isOwner = true;
      expect([own[0], await ask()]).toEqual([200, own]);
    },
  );

  it('every error that the gateway itself makes is no-store, and so is every API answer', async () => {
    answerHttp = (event) => {
      if (event.rawPath === '/api/contacts/late') return new Promise(() => undefined);
      if (event.rawPath === '/api/messages/broken') throw new Error('broken');
      return { ...ok({}), headers: { 'cache-control': 'public, max-age=600' } };
    };
    const asked: [string, RequestInit, number][] = [
      ['/api/absent', {}, 404],
      ['/api/contacts/late', {}, 503],
      ['/api/messages/broken', {}, 500],
      ['/api/messages/1', { method: 'POST', body: new Uint8Array(10 * MB + 1) }, 413],
      ['/api/messages/1', {}, 200],
      ['/absent.js', {}, 404],
      ['/assets/absent.js', {}, 404],
      ['/tickets', { method: 'POST' }, 405],
      ['/media/t/7/picture', {}, 403],
    ];
    for (const [path, init, status] of asked) {
      const answer = await fetch(url + path, init);
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, status, 'no-store']);
    }
    answerSocket = () => ({ statusCode: 401 });
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?ticket=bad`, { origin: url });
    const [, refusal] = await once(socket, 'unexpected-response');
    expect([refusal.statusCode, refusal.headers['cache-control']]).toEqual([401, 'no-store']);
  });
});

describe('media', () => {
  const form = async (key = 'pending/t/1/one', type = 'image/png', maxBytes = 1000) =>
    createUploadForm(key, type, maxBytes);
  const post = (fields: Record<string, string>, file: Uint8Array<ArrayBuffer>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    data.append('file', new Blob([file]), 'x.png');
    return fetch(`${url}/media`, { method: 'POST', body: data });
  };

  it('S-38: accepts a presigned form as signed, and answers 403 when any field is changed, added or left out', async () => {
    const { fields } = await form();
    expect((await post(fields, new Uint8Array(1000))).status).toBe(204);
    const changed: Record<string, string>[] = Object.keys(fields).map((name) => ({
      ...fields,
      [name]: `${fields[name]}0`,
    }));
    // The address contains the bucket's name too.
    const needed = Object.keys(fields).filter((name) => name !== 'bucket');
    const missing = needed.map((name) =>
      Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name)),
    );
    const added = [
      { ...fields, acl: 'public-read' },
      { ...fields, 'Content-Disposition': 'inline' },
    ];
    for (const tampered of [...changed, ...missing, ...added]) {
      expect([tampered, (await post(tampered, new Uint8Array(10))).status]).toEqual([tampered, 403]);
    }
  });

  it('S-38: refuses a file outside the signed size range', async () => {
    const { fields } = await form('pending/t/1/two');
    const large = await post(fields, new Uint8Array(1001));
    expect([large.status, await large.text()]).toEqual([400, expect.stringContaining('EntityTooLarge')]);
    const empty = await post(fields, new Uint8Array(0));
    expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining('EntityTooSmall')]);
  });

  it('S-40: serves a file only by a genuine link, with headers that stop active content', async () => {
    const file = new Uint8Array([137, 80, 78, 71]);
    await putObject('t/7/picture', file, 'image/png', 'foto.png');
    await putObject('t/8/picture', file, 'image/png');
    await putObject('t/7/another', file, 'image/png');
    const makeLink = await mediaLinker(Date.now());
    const link = makeLink('t/7/picture');
    const response = await fetch(url + link);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(file);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "inline; filename*=UTF-8''foto.png",
      ...MEDIA_SECURITY_HEADERS,
      'cache-control': MEDIA_CACHE_CONTROL,
    });
    const part = await fetch(url + link, { headers: { range: 'bytes=1-2' } });
    expect([part.status, new Uint8Array(await part.arrayBuffer())]).toEqual([206, new Uint8Array([80, 78])]);
    for (const forged of [
      '/media/t/7/picture',
      link.replace('t/7/', 't/8/'),
      link.replace('picture', 'another'),
      link.replace(/e=\d/, 'e=9'),
      `${link}x`,
      link.replace('/media/t/7/picture', '/media/pending/t/1/one'),
      '/media/',
    ]) {
      const { status, headers } = await fetch(url + forged);
      expect([forged, status, headers.get('cache-control')]).toEqual([forged, 403, 'no-store']);
    }
    const gone = await fetch(url + makeLink('t/7/absent'));
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const beyond = await fetch(url + link, { headers: { range: 'bytes=90-99' } });
    expect([beyond.status, beyond.headers.get('cache-control')]).toEqual([416, 'no-store']);
  });
});

describe('WebSocket API', () => {
  const connect = async (path = '/ws?ticket=good'): Promise<{ socket: WebSocket; id: string }> => {
    let id = '';
    const answer = answerSocket;
    answerSocket = (event) => {
      id = event.requestContext.connectionId;
      return answer(event);
    };
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { origin: url });
    await once(socket, 'open');
    return { socket, id };
  };
  const manage = (id: string, init: RequestInit) =>
    fetch(`${services.endpoint}/@connections/${encodeURIComponent(id)}`, init);
  const events: { routeKey: string; body?: string }[] = [];
  const untilEvent = async (routeKey: string): Promise<void> => {
    while (!events.some((event) => event.routeKey === routeKey))
      await new Promise((resolve) => setImmediate(resolve));
  };

  beforeEach(() => {
    events.length = 0;
    answerSocket = (event) => {
      events.push({
        routeKey: event.requestContext.routeKey,
        ...(event.body === undefined ? {} : { body: event.body }),
      });
      return { statusCode: 200 };
    };
  });

  it('calls $connect first, and a refusal of this route refuses the upgrade', async () => {
    answerSocket = () => ({ statusCode: 403 });
    const refused = new WebSocket(`${url.replace('http', 'ws')}/ws?ticket=bad`);
    const [error] = await once(refused, 'error');
    expect(String(error)).toContain('403');
    const elsewhere = new WebSocket(`${url.replace('http', 'ws')}/other`);
    expect(String((await once(elsewhere, 'error'))[0])).toContain('404');
  });

  it('carries frames in both directions, and answers 410 after the connection ended', async () => {
    const { socket, id } = await connect();
    socket.send('{"action":"joinTickets"}');
    await untilEvent('$default');
    const received = once(socket, 'message');
    expect((await manage(id, { method: 'POST', body: '{"event":"olá"}' })).status).toBe(200);
    expect(String((await received)[0])).toBe('{"event":"olá"}');
    expect(await (await manage(id, {})).json()).toHaveProperty('connectedAt');
    const closed = once(socket, 'close');
    expect((await manage(id, { method: 'DELETE' })).status).toBe(204);
    await closed;
    await untilEvent('$disconnect');
    expect((await manage(id, { method: 'POST', body: 'x' })).status).toBe(410);
    expect(events).toEqual([
      { routeKey: '$connect' },
      { routeKey: '$default', body: '{"action":"joinTickets"}' },
      { routeKey: '$disconnect' },
    ]);
  });

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'calls $disconnect for a browser that left during $connect (%s)',
    async (leave) => {
      const called = Promise.withResolvers<void>();
      const noticed = Promise.withResolvers<void>();
      const answer = answerSocket;
      answerSocket = async (event) => {
        const reply = answer(event);
        if (event.requestContext.routeKey !== '$connect') return reply;
        called.resolve();
        await noticed.promise;
        return reply;
      };
      const server = createServer().listen(0, '127.0.0.1');
      server.on('upgrade', (request, socket, head) => {
        for (const sign of ['end', 'error']) socket.on(sign, () => noticed.resolve());
        void sockets.upgrade(request, socket, head, 'ticket=good');
      });
      await once(server, 'listening');
      const browser = connectTo(z.object({ port: z.number() }).parse(server.address()).port, '127.0.0.1');
      const lines = [
        'GET /ws HTTP/1.1',
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ];
      browser.write(`${lines.join('\r\n')}\r\n\r\n`);
      await called.promise;
      browser[leave]();
      await untilEvent('$disconnect');
      expect(events).toEqual([{ routeKey: '$connect' }, { routeKey: '$disconnect' }]);
      expect(sockets.size()).toBe(0);
      server.close();
    },
  );

  it('R44: an event of 32 to 128 KB is delivered; a longer event or a too long frame of the browser closes the connection with 1009', async () => {
    const first = await connect();
    const received = once(first.socket, 'message');
    expect((await manage(first.id, { method: 'POST', body: 'x'.repeat(128 * 1024) })).status).toBe(200);
    expect(String((await received)[0])).toHaveLength(128 * 1024);
    const closed = once(first.socket, 'close');
    expect((await manage(first.id, { method: 'POST', body: 'x'.repeat(128 * 1024 + 1) })).status).toBe(413);
    expect((await closed)[0]).toBe(1009);
    const second = await connect();
    const ended = once(second.socket, 'close');
    second.socket.send('x'.repeat(32 * 1024 + 1));
    expect((await ended)[0]).toBe(1009);
    expect(events.filter((event) => event.routeKey === '$default')).toEqual([]);
  });
});
