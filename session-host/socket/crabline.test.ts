import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedWhatsAppServer, startWhatsAppServer } from '@openclaw/crabline';
import { tenantSealer } from '@prosa/functions/platform/tenant-sealer.ts';
import { BufferJSON, initAuthCreds } from 'baileys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF, TEST_KEYS } from '../testing/harness.ts';

const SELF = '5511940001002';
const CUSTOMER = '5511977774444';
const AUDIO = Buffer.from('OggS voz de um cliente');

/** Credentials of a device paired long ago, because the other network does not support pairing. */
const pairedCreds = () => ({
  ...initAuthCreds(),
  registered: true,
  me: { id: `${SELF}:1@s.whatsapp.net`, lid: '99887766554433:1@lid', name: 'Prosa' },
  account: {
    details: Buffer.from('details'),
    accountSignatureKey: Buffer.alloc(32, 1),
    accountSignature: Buffer.alloc(64, 2),
    deviceSignature: Buffer.alloc(64, 3),
  },
});

describe('the host on a third-party WhatsApp server', () => {
  let bench: Bench;
  let folder: string;
  let server: StartedWhatsAppServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-crabline-'));
    server = await startWhatsAppServer({
      selfJid: `${SELF}@s.whatsapp.net`,
      recorderPath: join(folder, 'seen.jsonl'),
    });
    bench = await openBench();
    await bench.host.stop();
    const sealer = tenantSealer(TEST_KEYS, REF.companyId, `whatsapp/${REF.connectionId}`);
    const creds = sealer.seal('creds', JSON.stringify(pairedCreds(), BufferJSON.replacer));
    bench.store.auth.set('1:2', new Map([['creds', creds]]));
    bench.store.started = [REF];
    await bench
      .addHost('guest', {
        url: () => server.manifest.endpoints.baileysWebSocketUrl,
        mediaOrigin: server.manifest.baseUrl,
        wal: undefined,
      })
      .start();
    await bench.inbox.next('session', ({ status }) => status === 'CONNECTED');
  });
  afterAll(async () => {
    await bench.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const say = async (body: object): Promise<void> => {
    const { adminToken, endpoints } = server.manifest;
    const answer = await fetch(endpoints.adminInboundUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-crabline-admin-token': adminToken },
      body: JSON.stringify({
        chatJid: `${CUSTOMER}@s.whatsapp.net`,
        senderJid: `${CUSTOMER}@s.whatsapp.net`,
        pushName: 'Rosa',
        ...body,
      }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
  const seen = () => readFileSync(server.manifest.recorderPath, 'utf8');
  let sends = 0;
  const send = async (text: string) => {
    sends += 1;
    const messageId = `c${sends}`;
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      waitsUntil: inAMinute(),
      to: [{ kind: 'phone', value: CUSTOMER }],
      messageId,
      attempt: 1,
      providerMessageId: `3EB0${String(sends).padStart(28, 'C')}`,
      content: { kind: 'text', text },
    });
    const { result } = await bench.inbox.next('send-result', (event) => event.messageId === messageId);
    return result;
  };

  it('connects, and writes a text that the customer’s phone decrypts', async () => {
    expect((await send('Bom dia')).state).toBe('sent');
    await expect.poll(seen).toContain('"conversation":"Bom dia"');
  });

  it('receives a text, and acknowledges it', async () => {
    await say({ text: 'Tem entrega hoje?' });
    const event = await bench.inbox.next('message', ({ content }) => content.kind === 'text');
    expect(event).toMatchObject({ content: { text: 'Tem entrega hoje?' }, chat: { name: 'Rosa' } });
    expect(event.chat.identities).toEqual([{ kind: 'phone', value: CUSTOMER }]);
    const receipt = () =>
      seen()
        .split('\n')
        .some((line) => line.includes('"receipt"') && line.includes(event.providerMessageId));
    await expect.poll(receipt).toBe(true);
  });

  it('receives a voice note and fetches it from that server’s media server', async () => {
    await say({
      audio: { contentBase64: AUDIO.toString('base64'), mimeType: 'audio/ogg; codecs=opus', ptt: true },
    });
    const event = await bench.inbox.next('message', ({ content }) => content.kind === 'audio');
    if (!('media' in event.content)) throw new Error('no file');
    expect(event.content.media).toMatchObject({ voice: true, size: AUDIO.length });
    const command = { v: 1, ...REF, type: 'fetch-media', messageId: 'voice', key: 't/1/voice' } as const;
    bench.commands.push({ ...command, media: event.content.media, maxBytes: 1000 });
    const { result } = await bench.inbox.next('media', ({ messageId }) => messageId === 'voice');
    expect(result).toMatchObject({ state: 'stored', size: AUDIO.length });
    expect(Buffer.from(bench.objects.get('t/1/voice') ?? [])).toEqual(AUDIO);
  });

  it('reconnects, receives the waiting messages, and sends again', async () => {
    bench.inbox.events.length = 0;
    bench.commands.push({ v: 1, ...REF, type: 'stop', logout: false });
    await bench.inbox.next('session', ({ status }) => status === 'DISCONNECTED');
    await say({ text: 'Ainda estão aí?' });
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    await bench.inbox.next('session', ({ status }) => status === 'CONNECTED');
    const event = await bench.inbox.next('message');
    expect(event.content).toEqual({ kind: 'text', text: 'Ainda estão aí?' });
    expect((await send('Estamos')).state).toBe('sent');
    await expect.poll(seen).toContain('"conversation":"Estamos"');
  });
});
