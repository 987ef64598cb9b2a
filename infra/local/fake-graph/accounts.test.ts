import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  APP,
  INSTAGRAM,
  OTHER_PAGE,
  OTHER_PHONE,
  PAGE,
  PHONE,
  startTestGraph,
  type TestGraph,
  WABA,
} from './testing/start-test-graph.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('accounts at the fake Graph API', () => {
  let meta: TestGraph;
  let user: string;
  beforeAll(async () => {
    meta = await startTestGraph();
    user = meta.graph.accounts().user.token;
  });
  afterAll(() => meta.stop());

  describe('tokens', () => {
    it('an unknown token is refused with 401 and code 190', async () => {
      const { status, body } = await meta.call('GET', 'me', { token: 'EAAunknown' });
      expect(status).toBe(401);
      expect(body.error).toMatchObject({ type: 'OAuthException', code: 190 });
      expect(body.error).not.toHaveProperty('error_subcode');
    });

    it('a call without a token is refused with code 190', async () => {
      expect(await meta.call('GET', 'me')).toMatchObject({ status: 401, body: { error: { code: 190 } } });
    });

    it('a token in the parameters is accepted', async () => {
      expect(await meta.call('GET', `me?access_token=${user}`)).toMatchObject({
        status: 200,
        body: { name: 'Ana Demo' },
      });
    });

    it('a wrong appsecret_proof is refused, the right one is accepted', async () => {
      const proof = createHmac('sha256', APP.secret).update(user).digest('hex');
      const wrong = await meta.call('GET', `me?appsecret_proof=${'0'.repeat(64)}`, { token: user });
      expect(wrong).toMatchObject({ status: 400, body: { error: { code: 100 } } });
      expect((await meta.call('GET', `me?appsecret_proof=${proof}`, { token: user })).status).toBe(200);
    });

    it('an expired token is refused with 190 and subcode 463', async () => {
      const before = meta.clock.now;
      meta.clock.now += 61 * DAY_MS;
      const { status, body } = await meta.call('GET', 'me', { token: user });
      meta.clock.now = before;
      expect(status).toBe(401);
      expect(body.error).toMatchObject({ code: 190, error_subcode: 463 });
    });

    it('a revoked token is refused with 190, and the account gets a new one', async () => {
      const old = meta.tokenOf(OTHER_PAGE);
      expect(meta.graph.revoke(old)).toBe(true);
      expect(await meta.call('GET', 'me', { token: old })).toMatchObject({
        status: 401,
        body: { error: { code: 190 } },
      });
      const next = meta.tokenOf(OTHER_PAGE);
      expect(next).not.toBe(old);
      expect(await meta.call('GET', 'me', { token: next })).toMatchObject({
        status: 200,
        body: { id: OTHER_PAGE },
      });
    });

    it('fb_exchange_token gives a token of 60 days for a token of hours', async () => {
      const query = `grant_type=fb_exchange_token&client_id=${APP.id}&client_secret=${APP.secret}`;
      const { status, body } = await meta.call(
        'GET',
        `oauth/access_token?${query}&fb_exchange_token=${user}`,
      );
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: expect.stringMatching(/^EAA/),
        token_type: 'bearer',
        expires_in: 60 * 24 * 60 * 60,
      });
    });

    it('a wrong app secret exchanges nothing', async () => {
      const query = `grant_type=fb_exchange_token&client_id=${APP.id}&client_secret=wrong`;
      const { status, body } = await meta.call(
        'GET',
        `oauth/access_token?${query}&fb_exchange_token=${user}`,
      );
      expect(status).toBe(400);
      expect(body).not.toHaveProperty('access_token');
    });

    it('debug_token tells type, scopes and expiry; 0 for a token that does not expire', async () => {
      const app = encodeURIComponent(`${APP.id}|${APP.secret}`);
      const { body } = await meta.call(
        'GET',
        `debug_token?input_token=${meta.tokenOf(PHONE)}&access_token=${app}`,
      );
      expect(body.data).toMatchObject({
        app_id: APP.id,
        type: 'SYSTEM_USER',
        is_valid: true,
        expires_at: 0,
        granular_scopes: expect.arrayContaining([
          { scope: 'whatsapp_business_messaging', target_ids: [WABA] },
        ]),
      });
    });

    it('debug_token tells that an unknown token is not valid', async () => {
      const app = encodeURIComponent(`${APP.id}|${APP.secret}`);
      const { status, body } = await meta.call('GET', `debug_token?input_token=EAAx&access_token=${app}`);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ is_valid: false, error: { code: 190 } });
    });
  });

  describe('pages', () => {
    it('me/accounts lists the pages with tokens and tasks, and the Instagram account when asked', async () => {
      const fields = 'id,name,access_token,tasks,instagram_business_account{id,username}';
      const { body } = await meta.call('GET', `me/accounts?fields=${encodeURIComponent(fields)}`, {
        token: user,
      });
      expect(body.data).toEqual([
        {
          id: PAGE,
          name: 'Prosa Demo',
          access_token: meta.tokenOf(PAGE),
          tasks: expect.arrayContaining(['MESSAGING']),
          instagram_business_account: { id: INSTAGRAM, username: 'prosa.demo' },
        },
        {
          id: OTHER_PAGE,
          name: 'Prosa Outlet',
          access_token: meta.tokenOf(OTHER_PAGE),
          tasks: expect.arrayContaining(['MESSAGING']),
        },
      ]);
    });

    it('a list has pages with cursors, and the last page has no next', async () => {
      const first = await meta.call('GET', 'me/accounts?limit=1&fields=id', { token: user });
      expect(first.body).toMatchObject({
        data: [{ id: PAGE }],
        paging: { cursors: { after: expect.any(String) }, next: expect.stringContaining('limit=1') },
      });
      const after = Object(first.body.paging).cursors.after;
      const second = await meta.call('GET', `me/accounts?limit=1&fields=id&after=${after}`, { token: user });
      expect(second.body.data).toEqual([{ id: OTHER_PAGE }]);
      expect(second.body.paging).not.toHaveProperty('next');
    });

    it('a field that a page does not have is refused with code 100', async () => {
      expect(await meta.call('GET', `${PAGE}?fields=id,shoe_size`, { token: user })).toMatchObject({
        status: 400,
        body: { error: { code: 100, message: expect.stringContaining('nonexisting field (shoe_size)') } },
      });
    });

    it('subscribing needs the page’s own token and fields that pages have', async () => {
      const path = `${PAGE}/subscribed_apps`;
      expect(await meta.call('POST', `${path}?subscribed_fields=messages`, { token: user })).toMatchObject({
        status: 403,
        body: { error: { code: 210 } },
      });
      const token = meta.tokenOf(PAGE);
      for (const fields of ['', '?subscribed_fields=messages,messaging_seen'])
        expect(await meta.call('POST', `${path}${fields}`, { token })).toMatchObject({
          status: 400,
          body: { error: { code: 100 } },
        });
      expect((await meta.call('GET', path, { token })).body).toEqual({ data: [] });
    });

    it('a subscription is listed until it is removed', async () => {
      const token = meta.tokenOf(PAGE);
      const path = `${PAGE}/subscribed_apps`;
      await meta.call('POST', path, { token, json: { subscribed_fields: ['messages', 'message_echoes'] } });
      expect((await meta.call('GET', path, { token })).body).toEqual({
        data: [{ id: APP.id, name: 'Prosa', subscribed_fields: ['messages', 'message_echoes'] }],
      });
      expect((await meta.call('DELETE', path, { token })).body).toEqual({ success: true });
      expect((await meta.call('GET', path, { token })).body).toEqual({ data: [] });
    });
  });

  describe('WhatsApp Business account', () => {
    it('lists its numbers with their names and limits', async () => {
      const { body, headers } = await meta.call('GET', `${WABA}/phone_numbers`, {
        token: meta.tokenOf(PHONE),
      });
      expect(body.data).toEqual([
        expect.objectContaining({
          id: PHONE,
          display_phone_number: '+55 11 4000-0001',
          quality_rating: 'GREEN',
        }),
        expect.objectContaining({ id: OTHER_PHONE, verified_name: 'Prosa Outlet' }),
      ]);
      expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')).toHaveProperty(WABA);
      expect(JSON.parse(headers.get('x-app-usage') ?? '')).toHaveProperty('call_count');
    });

    it('a page’s token is refused with 200 and subcode 1349174', async () => {
      expect(await meta.call('GET', `${WABA}/phone_numbers`, { token: meta.tokenOf(PAGE) })).toMatchObject({
        status: 403,
        body: { error: { code: 200, error_subcode: 1349174 } },
      });
    });

    it('an unknown object is refused with 404 and code 803', async () => {
      expect(await meta.call('GET', '999999999', { token: meta.tokenOf(PHONE) })).toMatchObject({
        status: 404,
        body: { error: { code: 803, type: 'GraphMethodException' } },
      });
    });

    it('a number is registered with six digits, and again only with the same ones', async () => {
      const token = meta.tokenOf(PHONE);
      const register = (pin: string) =>
        meta.call('POST', `${OTHER_PHONE}/register`, { token, json: { messaging_product: 'whatsapp', pin } });
      expect(await register('12')).toMatchObject({ status: 400, body: { error: { code: 100 } } });
      expect((await register('123456')).body).toEqual({ success: true });
      expect(await register('654321')).toMatchObject({ status: 400, body: { error: { code: 133005 } } });
    });

    it('its subscription names the app', async () => {
      const token = meta.tokenOf(PHONE);
      expect((await meta.call('GET', `${WABA}/subscribed_apps`, { token })).body).toEqual({ data: [] });
      expect((await meta.call('POST', `${WABA}/subscribed_apps`, { token, json: {} })).body).toEqual({
        success: true,
      });
      expect((await meta.call('GET', `${WABA}/subscribed_apps`, { token })).body).toEqual({
        data: [{ whatsapp_business_api_data: expect.objectContaining({ id: APP.id }) }],
      });
    });
  });

  it('a restart keeps tokens, subscriptions and registrations', async () => {
    const token = meta.tokenOf(PHONE);
    meta.restart();
    expect(meta.tokenOf(PHONE)).toBe(token);
    const { body } = await meta.call('GET', `${OTHER_PHONE}?fields=status`, { token });
    expect(body).toEqual({ id: OTHER_PHONE, status: 'CONNECTED' });
    expect(meta.graph.accounts().accounts.find(({ accountId }) => accountId === PHONE)?.isSubscribed).toBe(
      true,
    );
  });
});
