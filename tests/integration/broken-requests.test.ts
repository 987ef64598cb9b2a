import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { brokenForms, FORM_TYPE } from '../factories/broken-forms.ts';
import { makeCompany, TEST_PASSWORD, type TestCompany } from '../factories/company.ts';
import { everyNth } from '../support/depth.ts';
import { send } from './support/http.ts';
import { type Ending, sendRaw } from './support/raw-connection.ts';

const MB = 1024 * 1024;
const ENDINGS: Ending[] = ['end', 'reset', 'half-open'];
const sessionSchema = z.object({ token: z.string() });
const ticketSchema = z.object({ ticket: z.string() });

let stack: Stack;
let company: TestCompany;
let pids: (number | undefined)[];
const failures: unknown[] = [];
const keepFailure = (error: unknown) => failures.push(error);
const pidsNow = () => [stack.pid('dynoxide'), stack.pid('session-host')];

beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'sandbox' });
  company = await makeCompany();
  pids = pidsNow();
  process.on('uncaughtExceptionMonitor', keepFailure);
  process.on('unhandledRejection', keepFailure);
});
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', keepFailure);
  process.off('unhandledRejection', keepFailure);
  await stack?.stop();
});

/** Ports of all our servers. Servers share processes, so a request that crashes one server stops the others too. */
const SERVERS: Record<string, () => number> = {
  gateway: () => stack.port,
  bucket: () => Number(new URL(stack.endpoints.s3).port),
  services: () => Number(new URL(stack.endpoints.sqs).port),
  'session host': () => Number(new URL(stack.endpoints.control).port),
  'fake network': () => Number(new URL(stack.sandbox?.env.WHATSAPP_WS_URL ?? '').port),
};

const UPGRADE =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
const head = (line: string, headers = '') => `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

const PATHS = [
  '/',
  '//',
  '///..//',
  '*',
  '/%',
  '/%ff%00',
  '/\u0001',
  '?',
  'http://',
  'http://[',
  '/api/%zz/1',
  '/api/auth/login',
  '/media',
  '/media/t/1/x?e=%&s=%',
  '/prosa',
  '/prosa/%zz',
  '/prosa/?list-type=2&max-keys=x',
  '/sandbox/messages?contact=%',
  '/sandbox//',
  '/ws?ticket=%',
  '/ws/chat/1/1',
  '/ws/chat/999999999999999999999/1',
  '/mms/image/%zz',
  '/mms/image/..%2f..%2fx',
  '/@connections/%zz',
  `/${'x'.repeat(7000)}`,
];
const REQUESTS: string[] = [
  '',
  '\r\n\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'GET',
  'GET / HTTP/9.9\r\n\r\n',
  'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  head('GET /', `X: ${'x'.repeat(20_000)}\r\n`),
  head('GET /', 'X\u0000: y\r\n'),
  head('GET /', 'Expect: 200-ok\r\n'),
  head('POST /api/auth/login', 'Expect: 100-continue\r\nContent-Length: 5\r\n'),
  head('POST /api/auth/login', 'Content-Length: -1\r\n'),
  head('POST /api/auth/login', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
  `${head('POST /api/auth/login', 'Transfer-Encoding: chunked\r\n')}zz\r\n`,
  `${head('POST /api/auth/login', 'Transfer-Encoding: chunked\r\n')}5\r\nab`,
  `${head('POST /api/auth/login', 'Content-Type: application/json\r\nContent-Length: 1000\r\n')}{"email`,
  ...PATHS.flatMap((path) => [
    head(`GET ${path}`),
    head(`GET ${path}`, UPGRADE),
    `${head(`POST ${path}`, 'Content-Length: 100\r\n')}{"a`,
    `${head(`PUT ${path}`, 'Content-Length: 100\r\nx-amz-target: AmazonSQS.SendMessage\r\n')}{"a`,
    `${head(`DELETE ${path}`, 'Content-Length: 2\r\nx-amz-target: secretsmanager.GetSecretValue\r\n')}{}`,
  ]),
  head('GET /ws', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'),
  head('GET /ws', 'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n'),
  head('GET /ws', UPGRADE.replace('13', '99')),
  head('GET /ws', UPGRADE.replace(/Key: .*/, 'Key: x')),
  head('GET /ws', `${UPGRADE}Sec-WebSocket-Protocol: ,,\r\nSec-WebSocket-Extensions: ;;\r\n`),
];

const frame = (
  opcode: number,
  payload: Uint8Array,
  { masked = true, length = payload.length } = {},
): Buffer => {
  const header =
    length < 126
      ? Buffer.from([opcode, (masked ? 0x80 : 0) | length])
      : Buffer.from([
          opcode,
          (masked ? 0x80 : 0) | 127,
          0,
          0,
          0,
          0,
          ...new Uint8Array(new Uint32Array([length]).buffer).toReversed(),
        ]);
  return Buffer.concat([header, ...(masked ? [Buffer.alloc(4)] : []), payload]);
};
const TEXT = 0x81;
const FRAMES: Record<string, Buffer[]> = {
  'one without a mask': [frame(TEXT, Buffer.from('{}'), { masked: false })],
  'an unknown kind': [frame(0x8b, Buffer.from('{}'))],
  'reserved bits': [frame(0xf1, Buffer.from('{}'))],
  'text that is no text': [frame(TEXT, Buffer.from([0xff, 0xfe]))],
  'one that is longer than any': [frame(TEXT, Buffer.alloc(200), { length: 2 ** 31 - 1 })],
  'one that stops in the middle': [frame(TEXT, Buffer.from('{"a'), { length: 100 })],
  'a continuation of nothing': [frame(0x80, Buffer.from('x'))],
  'a close without a reason that exists': [frame(0x88, Buffer.from([0, 1]))],
  'a ping that is too long': [frame(0x89, Buffer.alloc(126))],
  'what is no frame of ours': [
    frame(TEXT, Buffer.from('null')),
    frame(TEXT, Buffer.from('[[')),
    frame(0x82, Buffer.from([0, 1])),
  ],
};

const expectAlive = async (): Promise<void> => {
  // An error that a handler left uncaught surfaces after its request.
  await new Promise((resolve) => setImmediate(resolve));
  expect(failures).toEqual([]);
  expect(pidsNow()).toEqual(pids);
};

describe.each(Object.keys(SERVERS))('the %s survives', (name) => {
  it.each(everyNth(ENDINGS, 2))('malformed requests, aborted by: %s', async (ending) => {
    const port = SERVERS[name]?.() ?? 0;
    await pLimit(32).map(REQUESTS, (request) =>
      sendRaw(port, [Buffer.from(request, 'latin1')], { ending, patienceMs: 60 }),
    );
    await expectAlive();
  });
});

/** Endpoints for file uploads. */
const UPLOADS = [
  ['gateway', '/media'],
  ['gateway', '/api/messages/x'],
  ['bucket', '/prosa'],
  ['fake network', '/mms/image/x'],
] as const;

describe.each(UPLOADS)('the %s survives at %s', (name, path) => {
  it.each(everyNth(ENDINGS, 2))('malformed forms, aborted by: %s', async (ending) => {
    const port = SERVERS[name]?.() ?? 0;
    await pLimit(16).map(brokenForms('file'), async ({ type, body }) => {
      const bytes = Buffer.from(body, 'latin1');
      for (const length of [bytes.length, bytes.length + 100]) {
        const start = head(`POST ${path}`, `Content-Type: ${type}\r\nContent-Length: ${length}\r\n`);
        await sendRaw(port, [start, bytes], { ending, patienceMs: 40 });
      }
    });
    await expectAlive();
  });
});

describe('the gateway', () => {
  it('answers an endless body with an error', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const start = head(
      'POST /api/auth/login',
      'Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n',
    );
    const { status } = await sendRaw(stack.port, [start, ...Array.from({ length: 200 }, () => chunk)], {
      patienceMs: 1000,
      isAnswered: true,
    });
    expect(status).toBe(413);
    await expectAlive();
  });

  it('refuses an endless form after its first bytes', async () => {
    const part = `--prosa-form\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`;
    const start = head('POST /media', `Content-Type: ${FORM_TYPE}\r\nContent-Length: ${500 * MB}\r\n`);
    const { status, text } = await sendRaw(stack.port, [start, part, 'x'.repeat(MB)], {
      patienceMs: 1000,
      isAnswered: true,
    });
    expect(status).toBe(403);
    expect(text).toContain('AccessDenied');
    await expectAlive();
  });

  it.each(Object.entries(FRAMES))('survives on an open WebSocket connection: %s', async (_what, frames) => {
    const { email } = company.admin;
    const signedIn = await send(stack.url, {
      method: 'POST',
      target: '/api/auth/login',
      body: { email, password: TEST_PASSWORD },
    });
    const { token } = sessionSchema.parse(signedIn.body);
    for (const ending of ENDINGS) {
      const answer = await send(stack.url, { method: 'POST', target: '/api/realtime/ticket', token });
      const { ticket } = ticketSchema.parse(answer.body);
      const opening = head(`GET /ws?ticket=${ticket}`, UPGRADE);
      const { status } = await sendRaw(stack.port, [opening, ...frames], {
        ending,
        patienceMs: 200,
        isAnswered: true,
      });
      expect(status).toBe(101);
    }
    await expectAlive();
  });

  it('survives the same frames on the fake network', async () => {
    for (const frames of Object.values(FRAMES)) {
      const { status } = await sendRaw(
        SERVERS['fake network']?.() ?? 0,
        [head('GET /ws/chat/1/1', UPGRADE), ...frames],
        { ending: 'reset', isAnswered: true },
      );
      expect(status).toBe(101);
    }
    await expectAlive();
  });

  it('the gateway still serves every client after the broken requests', async () => {
    const { token } = await company.addUser();
    const me = await send(stack.url, { method: 'GET', target: '/api/auth/me', token });
    expect(me.status).toBe(200);
  });
});
