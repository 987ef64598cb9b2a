import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from './support/http.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    seed: 'none',
    whatsapp: 'sandbox',
    env: { APP_ORIGIN: 'http://prosa.example:3000' },
  });
});
afterAll(() => stack?.stop());

type Headers = Record<string, string>;
const hostOf = (url: string): string => new URL(url).host;
const OWN: [string, () => Headers][] = [
  ['a program', () => ({})],
  [
    'our own page',
    () => ({
      origin: `http://${hostOf(stack.url)}`,
      host: hostOf(stack.url),
      'sec-fetch-site': 'same-origin',
    }),
  ],
  [
    'our own page by its address',
    () => ({ origin: `http://127.0.0.1:${stack.port}`, host: `127.0.0.1:${stack.port}` }),
  ],
  ['the configured name', () => ({ origin: 'http://prosa.example:3000', host: 'prosa.example:3000' })],
  ['a person who typed the address', () => ({ host: hostOf(stack.url), 'sec-fetch-site': 'none' })],
];
const FOREIGN: [string, () => Headers][] = [
  ['a foreign page', () => ({ origin: 'https://evil.example' })],
  ['a page without origin', () => ({ origin: 'null' })],
  ['a page of another port', () => ({ origin: 'http://localhost:9' })],
  ['a page that says so alone', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['a page of a name beside ours', () => ({ 'sec-fetch-site': 'same-site' })],
  ['a name that was turned to this machine', () => ({ host: `evil.example:${stack.port}` })],
  [
    'such a name with its own origin',
    () => ({ host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }),
  ],
  ['a name that begins like ours', () => ({ host: 'localhost.evil.example' })],
  ['a name that holds an address', () => ({ host: '127.0.0.1.evil.example' })],
  ['a name that holds ours', () => ({ host: 'prosa.example:3000.evil.example' })],
  ['a name of nothing', () => ({ host: ':3000' })],
];

/** Routes that only a user at the machine itself may call. */
const CALLS: [string, () => string, string, string][] = [
  ['the sandbox: play a customer', () => stack.url, 'POST', '/sandbox/faults'],
  ['the sandbox: read the mail', () => stack.url, 'GET', '/sandbox/mail'],
];
const BACKSTAGE: [string, () => string, Headers][] = [
  ['queues', () => stack.endpoints.sqs, { 'x-amz-target': 'AmazonSQS.ListQueues' }],
  ['secrets', () => stack.endpoints.sqs, { 'x-amz-target': 'secretsmanager.GetSecretValue' }],
  ['the bucket', () => stack.endpoints.s3, {}],
];

describe.each(CALLS)('%s', (_what, url, method, target) => {
  const ask = (headers: Headers) =>
    send(url(), {
      method,
      target,
      headers,
      ...(method === 'POST' ? { body: { provider: 'whatsapp', mode: 'refuse', count: 0 } } : {}),
    });

  it.each(OWN)('accepts %s', async (_who, headers) => {
    expect((await ask(headers())).status).toBeLessThan(300);
  });

  it.each(FOREIGN)('refuses %s', async (_who, headers) => {
    const { status, body } = await ask(headers());
    expect([status, body]).toEqual([403, { error: 'ERR_ORIGIN_REFUSED' }]);
  });
});

describe('the fake login dialog of Meta', () => {
  const DIALOG = '/sandbox/graph/v25.0/dialog/oauth';
  const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const open = async (target: string, headers: Headers) =>
    (await send(stack.url, { method: 'GET', target, headers })).status;

  it('is opened by a link of another origin', async () => {
    // The dialog itself refuses the missing app.
    expect(await open(DIALOG, LINK)).toBe(400);
  });

  it.each([
    ['a choice by a link of another origin', `${DIALOG}?choice=continue`, LINK],
    ['a request of a script', DIALOG, { ...LINK, 'sec-fetch-mode': 'cors' }],
    ['a frame', DIALOG, { ...LINK, 'sec-fetch-dest': 'iframe' }],
    ['a name that was turned to this machine', DIALOG, { ...LINK, host: 'evil.example' }],
    ['a link to another address of Meta', '/sandbox/graph/v25.0/me', LINK],
  ])('refuses %s', async (_what, target, headers) => {
    expect(await open(target, headers)).toBe(403);
  });
});

describe.each(BACKSTAGE)('%s', (_what, url, own) => {
  it.each(FOREIGN)('refuses %s', async (_who, headers) => {
    const answer = await send(url(), {
      method: 'POST',
      target: '/',
      body: {},
      headers: { ...own, ...headers() },
    });
    expect(answer.status).toBe(403);
    expect(answer.text).toBe('');
  });
});
