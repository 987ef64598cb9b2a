import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningFake, startFakeWhatsapp } from '@prosa/infra/local/fake-whatsapp/start.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleSandbox } from './handle-sandbox.ts';

describe('sandbox API', () => {
  let folder: string;
  let fake: RunningFake;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-sandbox-'));
    fake = await startFakeWhatsapp(folder);
    const context = { network: fake.network, mail: () => [{ to: 'ana@demo.local' }] };
    server = createServer((request, response) => void handleSandbox(context, request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  });
  afterAll(async () => {
    server.close();
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
    ['a channel that is not played', 'messages', { ...text, channel: 'facebook' }],
    ['an unknown kind', 'messages', { ...text, type: 'hologram' }],
    [
      'media that is no base64',
      'messages',
      { ...text, type: 'image', media: { mimeType: 'image/png', data: '%%' } },
    ],
    ['an ack that does not exist', 'receipts', { messageId: 'x', ack: 9 }],
    ['an unknown fault', 'faults', { provider: 'whatsapp', mode: 'explode', count: 1 }],
    ['a scan of nothing', 'scan', {}],
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
    expect((await call('messages?contact=maria')).status).toBe(400);
    expect((await call('messages?contact=5511988887777&wait=forever')).status).toBe(400);
    expect(await call('messages?contact=5511988887777&wait=20')).toEqual({ status: 200, body: [] });
    expect(await call('mail')).toEqual({ status: 200, body: [{ to: 'ana@demo.local' }] });
  });
});
