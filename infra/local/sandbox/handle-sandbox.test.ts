import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeGraph, openFakeGraph } from '@prosa/infra/local/fake-graph/fake-graph.ts';
import { type RunningFake, startFakeWhatsapp } from '@prosa/infra/local/fake-whatsapp/start.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleSandbox } from './handle-sandbox.ts';
import { type OutsideServices, startOutsideServices } from './outside-services.ts';

describe('sandbox API', () => {
  let folder: string;
  let fake: RunningFake;
  let graph: FakeGraph;
  let services: OutsideServices;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-sandbox-'));
    fake = await startFakeWhatsapp(folder);
    server = createServer((request, response) => void handleSandbox(context, request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
    graph = openFakeGraph({
      dataDir: folder,
      app: { id: '1', secret: 'an-app-secret-of-tests', verifyToken: 'a-verify-token-of-tests' },
      endpoint: `${origin}/sandbox/graph`,
      webhookUrl: `${origin}/no-webhook`,
      appOrigin: origin,
    });
    services = await startOutsideServices(join(folder, 'services.json'));
    const context = { network: fake.network, graph, services, mail: () => [{ to: 'ana@demo.local' }] };
  });
  afterAll(async () => {
    server.close();
    graph.close();
    await services.stop();
    await fake.close();
    rmSync(folder, { recursive: true });
  });

  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${origin}/sandbox/${path}`, {
      ...(body === undefined
        ? {}
        : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const text = { channel: 'whatsapp', from: '5511988887777', name: 'Maria', text: 'oi' };

  it('lists no connection before a device connected', async () => {
    expect(await call('messages', text)).toMatchObject({ status: 409 });
    fake.network.accounts.open(1, 2);
    expect(await call('messages', text)).toEqual({
      status: 409,
      body: { error: 'the connection has no linked device' },
    });
  });

  it.each([
    ['no JSON', 'messages', '{'],
    ['a number with letters', 'messages', { ...text, from: 'abc' }],
    ['an unknown channel', 'messages', { ...text, channel: 'pigeon' }],
    ['a kind that Meta does not have', 'messages', { ...text, channel: 'facebook', type: 'poll' }],
    ['a name with spaces', 'messages', { ...text, channel: 'facebook', from: 'Maria Souza' }],
    ['an unknown kind', 'messages', { ...text, type: 'hologram' }],
    [
      'media that is no base64',
      'messages',
      { ...text, type: 'image', media: { mimeType: 'image/png', data: '%%' } },
    ],
    ['an ack that does not exist', 'receipts', { messageId: 'x', ack: 9 }],
    ['an unknown fault', 'faults', { provider: 'whatsapp', mode: 'explode', count: 1 }],
    ['an unknown fault of Meta', 'faults', { provider: 'meta', mode: 'drop-all', count: 1 }],
    ['a fault of another provider', 'faults', { provider: 'telegram', mode: 'refuse', count: 1 }],
    ['unknown news of an account', 'cloud-news', { type: 'account', event: 'PARTY' }],
    ['a limit that does not exist', 'cloud-news', { type: 'limit', tier: 'TIER_7' }],
    ['an unknown state of a picture', 'picture', { contact: '5511988887777', picture: 'blurred' }],
    ['a scan of nothing', 'scan', {}],
    ['an unknown service', 'services', { service: 'telegram', behaviour: 'normal' }],
    ['an unknown behaviour of a service', 'services', { service: 'typebot', behaviour: 'explode' }],
  ])('refuses %s', async (_what, path, body) => {
    expect((await call(path, body)).status).toBe(400);
  });

  it('answers 404 for unknown resources', async () => {
    expect((await call('nothing')).status).toBe(404);
    expect((await call('nothing', {})).status).toBe(404);
    expect((await call('media/none')).status).toBe(404);
    expect((await call('receipts', { messageId: 'none', ack: 3 })).status).toBe(404);
  });

  it('shows an empty conversation and the mail', async () => {
    expect(await call('messages?contact=5511988887777')).toEqual({ status: 200, body: [] });
    expect((await call('messages?contact=maria%20souza')).status).toBe(400);
    expect((await call('messages?contact=5511988887777&wait=forever')).status).toBe(400);
    expect(await call('messages?contact=5511988887777&wait=20')).toEqual({ status: 200, body: [] });
    expect(await call('mail')).toEqual({ status: 200, body: [{ to: 'ana@demo.local' }] });
  });

  describe('Meta', () => {
    const tokenOf = async (channel: string): Promise<string> => {
      const { body } = await call('accounts');
      return Object(body).accounts.find((account: { channel: string }) => account.channel === channel).token;
    };
    const onGraph = async (method: string, path: string, token: string, json?: object) => {
      const response = await fetch(`${origin}/sandbox/graph/v25.0/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      return { status: response.status, body: Object(await response.json()) };
    };

    it('lists the accounts of each channel with their tokens', async () => {
      const { body } = await call('accounts');
      expect(body).toMatchObject({ appId: '1', user: { token: expect.stringMatching(/^EAA/) } });
      const { accounts } = Object(body);
      expect(accounts.map((account: { channel: string }) => account.channel)).toEqual([
        'whatsappapi',
        'whatsappapi',
        'facebook',
        'instagram',
        'facebook',
      ]);
      expect(new Set(accounts.map((account: { token: string }) => account.token)).size).toBe(3);
    });

    it('a customer writes only to accounts that the app is subscribed to', async () => {
      const message = { channel: 'facebook', from: 'maria', name: 'Maria', text: 'oi' };
      expect(await call('messages', message)).toEqual({
        status: 409,
        body: { error: 'the app is not subscribed to this account of facebook' },
      });
      const token = await tokenOf('facebook');
      const fields = 'subscribed_fields=messages,message_reads';
      expect(await onGraph('POST', `me/subscribed_apps?${fields}`, token)).toMatchObject({ status: 200 });
      expect(await call('messages', message)).toEqual({ status: 202, body: { id: expect.any(String) } });
      expect(await call('messages', { ...message, type: 'location' })).toMatchObject({ status: 409 });
    });

    it('shows what reached the customer, who reads it', async () => {
      const number = '5511988887777';
      const phone = '106500000000001';
      const token = await tokenOf('whatsappapi');
      await onGraph('POST', '102300000000001/subscribed_apps', token, {});
      await call('messages', { channel: 'whatsappapi', from: number, name: 'Maria', text: 'oi' });
      const sent = await onGraph('POST', `${phone}/messages`, token, {
        messaging_product: 'whatsapp',
        to: `+${number}`,
        type: 'text',
        text: { body: 'Bom dia' },
      });
      const messageId = sent.body.messages[0].id;
      const read = `messages?channel=whatsappapi&contact=${number}`;
      expect((await call(read)).body).toMatchObject([
        { id: messageId, type: 'text', text: 'Bom dia', ack: 2, copies: 1, fromCustomer: false },
      ]);
      expect(await call('receipts', { messageId, ack: 3 })).toEqual({ status: 202, body: {} });
      expect((await call(`${read}&side=both`)).body).toMatchObject([{ text: 'oi' }, { ack: 3 }]);
      expect((await call(`messages?contact=${number}`)).body).toEqual([]);
    });

    it('a file that a customer sent is shown by its address', async () => {
      const media = { mimeType: 'image/png', data: Buffer.from('89504e47', 'hex').toString('base64') };
      await call('messages', { channel: 'facebook', from: 'maria', type: 'image', media });
      const { body } = await call('messages?channel=facebook&contact=maria&side=both');
      const shown = await fetch(`${origin}${Object(body).at(-1).media.url}`);
      expect(shown.headers.get('content-type')).toBe('image/png');
    });

    it('a fault is set, and a token is revoked', async () => {
      expect(await call('faults', { provider: 'meta', mode: 'rate', count: 1 })).toMatchObject({
        status: 202,
      });
      const token = await tokenOf('instagram');
      expect(await call('revoke', { token })).toMatchObject({ status: 202 });
      expect(await onGraph('GET', 'me', token)).toMatchObject({
        status: 401,
        body: { error: { code: 190 } },
      });
      expect(await call('revoke', { token: 'EAAnone' })).toMatchObject({ status: 404 });
    });
  });
});
