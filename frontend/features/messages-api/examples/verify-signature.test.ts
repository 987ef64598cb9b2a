import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { RECEIVERS } from './verify-signature.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = '{"type":"test","data":{"name":"Olá"}}';
const ID = 'evt_1';

/** Signs by the text of Standard Webhooks. */
const signed = (secret: string, timestamp: number): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${ID}.${timestamp}.${BODY}`).digest('base64')}`;
};
const now = () => Math.floor(Date.now() / 1000);
const headers = (signature: string, timestamp = now()) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
});

const moduleSchema = z.object({
  isGenuine: z.custom<(secret: string, headers: object, body: string) => boolean>(
    (value) => typeof value === 'function',
  ),
});
const load = async () =>
  moduleSchema.parse(await import(`data:text/javascript,${encodeURIComponent(RECEIVERS.javascript)}`))
    .isGenuine;

it('the example for Node.js accepts a delivery with its signature, also among several', async () => {
  const isGenuine = await load();
  expect(isGenuine(SECRET, headers(signed(SECRET, now())), BODY)).toBe(true);
  expect(isGenuine(SECRET, headers(`${signed(OTHER, now())} ${signed(SECRET, now())}`), BODY)).toBe(true);
});

it.each([
  ['another secret', () => headers(signed(OTHER, now())), BODY],
  ['another body', () => headers(signed(SECRET, now())), `${BODY} `],
  ['an old time', () => headers(signed(SECRET, now() - 600), now() - 600), BODY],
  ['no time', () => ({ ...headers(signed(SECRET, now())), 'webhook-timestamp': 'soon' }), BODY],
  ['no signature', () => headers(''), BODY],
  ['another version', () => headers(signed(SECRET, now()).replace('v1,', 'v2,')), BODY],
])('the example for Node.js refuses a delivery with %s', async (_what, given, body) => {
  expect((await load())(SECRET, given(), body)).toBe(false);
});
