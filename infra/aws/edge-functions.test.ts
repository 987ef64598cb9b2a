import * as crypto from 'node:crypto';
import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { isValidMediaLink } from '@prosa/functions/platform/blob/media-link.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { API_CALL, APP_ROUTER, MEDIA_CACHING, mediaGuard } from './edge-functions.ts';

interface EdgeRequest {
  uri: string;
  querystring: Record<string, { value: string }>;
  headers: Record<string, { value: string }>;
}
type Outcome = Partial<EdgeRequest> & { statusCode?: number };

/** Runs a CloudFront function on a request as the edge does. */
const handle = (code: string, request: Partial<EdgeRequest>): Outcome => {
  const event = {
    request: { uri: '/', querystring: {}, headers: {}, ...request },
    viewer: { ip: '198.51.100.7' },
  };
  const outcome: Outcome = runInNewContext(`${code}\nhandler(event)`, {
    event,
    Buffer,
    Date,
    require: (name: string) => {
      if (name !== 'crypto') throw new Error(`the edge has no module ${name}`);
      return crypto;
    },
  });
  return outcome;
};

describe('APP_ROUTER', () => {
  it.each(['/', '/tickets', '/tickets/0193f0e2', '/login'])('serves the app for %s', (uri) => {
    expect(handle(APP_ROUTER, { uri }).uri).toBe('/index.html');
  });
  it.each(['/assets/app-1a2b.js', '/favicon.svg'])('serves %s as a file', (uri) => {
    expect(handle(APP_ROUTER, { uri }).uri).toBe(uri);
  });
});

describe('S-13 address of the caller', () => {
  it('is the address that the edge saw, even when the caller sets the header', () => {
    const { headers } = handle(API_CALL, { headers: { 'x-prosa-viewer': { value: '203.0.113.1' } } });
    expect(headers?.['x-prosa-viewer']?.value).toBe('198.51.100.7');
  });
});

describe('MEDIA_CACHING', () => {
  it('lets only the browser of the reader keep a file, whatever the bucket says', () => {
    for (const headers of [
      {},
      { 'cache-control': { value: 'public, max-age=600' }, etag: { value: '"1"' } },
    ]) {
      const response = { statusCode: 200, headers };
      const outcome = runInNewContext(`${MEDIA_CACHING}\nhandler(event)`, { event: { response } });
      expect(outcome).toEqual({
        statusCode: 200,
        headers: { ...headers, 'cache-control': { value: 'private, max-age=300' } },
      });
    }
  });
});

describe('trailing slash of an API path', () => {
  it.each([
    ['/api/whatsapp/', '/api/whatsapp'],
    ['/api/users/7/', '/api/users/7'],
    ['/external/messages/send/', '/external/messages/send'],
    ['/api/whatsapp', '/api/whatsapp'],
    // Only one slash is removed: no client sends two.
    ['/api/whatsapp//', '/api/whatsapp/'],
  ])('%s is forwarded as %s', (uri, asked) => {
    expect(handle(API_CALL, { uri }).uri).toBe(asked);
  });
});

describe('S-40 signed links to files', () => {
  const key = Buffer.alloc(32, 7);
  const code = mediaGuard(key.toString('base64url'));
  const seconds = (offset: number) => String(Math.floor(Date.now() / 1000) + offset);
  const sign = (path: string, expires: string) =>
    createHmac('sha256', key).update(`${path}?e=${expires}`).digest('base64url');
  const ask = (uri: string, e: string, s: string) =>
    handle(code, { uri, querystring: { e: { value: e }, s: { value: s } } });
  const file = 't/7/0193f0e2-6e4a-4c1b-8f8a-000000000001';
  const sibling = 't/7/0193f0e2-6e4a-4c1b-8f8a-000000000002';

  it('open the file they were signed for, and reach the bucket without the signature', () => {
    const e = seconds(300);
    expect(ask(`/media/${file}`, e, sign(file, e))).toMatchObject({ uri: `/${file}`, querystring: {} });
  });

  it.each([
    ['of another company', 't/8/0193f0e2-6e4a-4c1b-8f8a-000000000001', 300, file],
    ['of another file of the company', sibling, 300, file],
    ['that have expired', file, -1, file],
    ['to an upload nobody has sent', `pending/${file}`, 300, `pending/${file}`],
    ['with a path that climbs', 't/7/../8/x', 300, 't/7/../8/x'],
  ])('refuse links %s', (_name, path, offset, signed) => {
    const e = seconds(offset);
    expect(ask(`/media/${path}`, e, sign(signed, e))).toMatchObject({
      statusCode: 403,
      headers: { 'cache-control': { value: 'no-store' } },
    });
  });

  it('are refused when their expiry was extended after signing', () => {
    expect(ask(`/media/${file}`, seconds(3000), sign(file, seconds(300))).statusCode).toBe(403);
  });

  it('are refused without a signature', () => {
    expect(handle(code, { uri: `/media/${file}` }).statusCode).toBe(403);
    expect(ask(`/media/${file}`, seconds(300), '').statusCode).toBe(403);
  });

  it('are accepted by the edge exactly when the server accepts them', () => {
    const part = fc.oneof(
      fc.constantFrom('t/7/abc', 't/7/a_b-c', 't/07/abc', 't/7/a/b', 't/8/abc', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(
        part,
        fc.integer({ min: -600, max: 600 }),
        fc.boolean(),
        fc.string({ maxLength: 3 }),
        (path, offset, isOwn, tail) => {
          const e = seconds(offset < 0 ? offset - 5 : offset + 5);
          const s = sign(isOwn ? path : 't/7/abc', e) + tail;
          expect(ask(`/media/${path}`, e, s).statusCode === undefined).toBe(
            isValidMediaLink(key, path, e, s, Date.now()),
          );
        },
      ),
    );
  });
});
