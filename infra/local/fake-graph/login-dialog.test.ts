import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP, startTestGraph, type TestGraph, WABA } from './testing/start-test-graph.ts';

const RETURN = 'http://localhost:3000/meta-return';

describe('login dialog of the fake Graph API', () => {
  let meta: TestGraph;
  beforeAll(async () => {
    meta = await startTestGraph();
  });
  afterAll(() => meta.stop());

  const open = async (query: Record<string, string>) => {
    const all = { client_id: APP.id, redirect_uri: RETURN, state: 'x&y', ...query };
    const response = await fetch(`${meta.endpoint}/v25.0/dialog/oauth?${new URLSearchParams(all)}`, {
      redirect: 'manual',
    });
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      html: await response.text(),
    };
  };
  const exchange = (code: string, redirectUri: string) =>
    meta.call(
      'GET',
      `oauth/access_token?${new URLSearchParams({ client_id: APP.id, client_secret: APP.secret, code, redirect_uri: redirectUri })}`,
    );
  const codeOf = async (query: Record<string, string> = {}): Promise<string> =>
    new URL((await open({ response_type: 'code', choice: 'continue', ...query })).location).searchParams.get(
      'code',
    ) ?? '';

  it('asks before it gives anything away', async () => {
    const { status, html } = await open({ response_type: 'token' });
    expect(status).toBe(200);
    expect(html).toContain('Continue as Ana Demo');
    expect(html).not.toContain('EAA');
  });

  it('returns a token in the fragment, with the state', async () => {
    const { status, location } = await open({ response_type: 'token', choice: 'continue' });
    expect(status).toBe(302);
    const url = new URL(location);
    expect(url.origin + url.pathname).toBe(RETURN);
    expect(url.search).toBe('');
    const result = new URLSearchParams(url.hash.slice(1));
    expect(result.get('state')).toBe('x&y');
    const { body } = await meta.call('GET', 'me', { token: result.get('access_token') ?? '' });
    expect(body).toMatchObject({ name: 'Ana Demo' });
  });

  it('gives only the permissions that were asked for', async () => {
    const { location } = await open({ response_type: 'token', choice: 'continue', scope: 'pages_messaging' });
    const token = new URLSearchParams(new URL(location).hash.slice(1)).get('access_token') ?? '';
    expect(await meta.call('GET', 'me/accounts', { token })).toMatchObject({
      status: 403,
      body: { error: { code: 200 } },
    });
  });

  it('returns the refusal of the user', async () => {
    const { location } = await open({ response_type: 'code', choice: 'cancel' });
    expect(Object.fromEntries(new URL(location).searchParams)).toEqual({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 'x&y',
    });
  });

  it.each([
    ['another origin', { redirect_uri: 'https://evil.example/' }],
    ['a relative address', { redirect_uri: '/meta-return' }],
    ['another app', { client_id: '1' }],
  ])('refuses %s without leading anywhere', async (_what, query) => {
    const { status, location } = await open({ response_type: 'token', choice: 'continue', ...query });
    expect(status).toBe(400);
    expect(location).toBe('');
  });

  it('a code is exchanged once', async () => {
    const code = await codeOf();
    expect(await exchange(code, RETURN)).toMatchObject({ status: 200, body: { token_type: 'bearer' } });
    expect(await exchange(code, RETURN)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });

  it('a code is exchanged only with the address of the login', async () => {
    const code = await codeOf();
    expect(await exchange(code, 'http://localhost:3000/other')).toMatchObject({ status: 400 });
  });

  it('a code older than 30 seconds is refused', async () => {
    const code = await codeOf();
    meta.clock.now += 31_000;
    expect(await exchange(code, RETURN)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });

  it('the code of a signup gives a token for the WhatsApp Business account that does not expire', async () => {
    const { body } = await exchange(await codeOf({ config_id: '7' }), RETURN);
    expect(body).not.toHaveProperty('expires_in');
    const { status } = await meta.call('GET', `${WABA}/phone_numbers`, { token: String(body.access_token) });
    expect(status).toBe(200);
  });
});
