import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PAGE, PHONE, startTestGraph, type TestGraph, WABA } from './testing/start-test-graph.ts';

const HOUR_MS = 60 * 60 * 1000;
const MARIA = '5511988887777';

describe('webhooks of the fake Graph API', () => {
  let meta: TestGraph;
  beforeEach(async () => {
    meta = await startTestGraph();
    await meta.call('POST', `${WABA}/subscribed_apps`, { token: meta.tokenOf(PHONE), json: {} });
  });
  afterEach(() => meta.stop());

  const write = (text: string) => meta.write({ channel: 'whatsappapi', from: MARIA, name: 'Maria', text });
  const firstValue = (at: number) => Object(meta.delivered[at]?.body.entry[0]).changes[0].value;
  const texts = () =>
    meta.delivered
      .flatMap(({ body }) => body.entry.flatMap((entry) => Object(entry).changes))
      .map(({ value }) => value.messages[0].text.body);

  it('a delivery is signed over its escaped JSON', async () => {
    write('Olá 🙂 a/b');
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(1));
    expect(meta.delivered[0]?.isSigned).toBe(true);
    expect(meta.delivered[0]?.text).toContain('"Ol\\u00e1 \\ud83d\\ude42 a\\/b"');
  });

  it('a message names account, number, person and time as WhatsApp does', async () => {
    const id = write('oi');
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(1));
    const userId = expect.stringMatching(/^BR\.\d+$/);
    expect(meta.delivered[0]?.body).toMatchObject({
      object: 'whatsapp_business_account',
      entry: [{ id: WABA }],
    });
    expect(firstValue(0)).toEqual({
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '551140000001', phone_number_id: PHONE },
      contacts: [{ profile: { name: 'Maria' }, wa_id: MARIA, user_id: userId }],
      messages: [
        {
          from: MARIA,
          from_user_id: userId,
          id,
          timestamp: String(Math.floor(meta.clock.now / 1000)),
          type: 'text',
          text: { body: 'oi' },
        },
      ],
    });
  });

  it.each([
    [
      { type: 'location', location: { latitude: 1, longitude: 2 } },
      { type: 'location', location: { latitude: 1, longitude: 2 } },
    ],
    [
      { type: 'contact', contact: { name: 'Ana', number: '5511' } },
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' }, phones: [{ wa_id: '5511' }] }] },
    ],
    [
      { type: 'reaction', target: 'wamid.1', emoji: '👍' },
      { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } },
    ],
    [
      { type: 'edit', target: 'wamid.1', text: 'novo' },
      {
        type: 'edit',
        edit: { original_message_id: 'wamid.1', message: { type: 'text', text: { body: 'novo' } } },
      },
    ],
    [
      { type: 'delete', target: 'wamid.1' },
      { type: 'revoke', revoke: { original_message_id: 'wamid.1' } },
    ],
  ])('a customer does %o, and the app is told', async (action, message) => {
    meta.write({ channel: 'whatsappapi', from: MARIA, name: 'Maria', ...action });
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(1));
    expect(firstValue(0).messages).toMatchObject([message]);
  });

  it('a customer who hides the number is named by the BSUID alone', async () => {
    meta.write({ channel: 'whatsappapi', from: MARIA, text: 'oi', hidesNumber: true });
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(1));
    expect(firstValue(0).messages[0]).not.toHaveProperty('from');
    expect(firstValue(0).contacts[0]).not.toHaveProperty('wa_id');
  });

  it('a voice note carries the hash of its bytes in base64, and its id gives the file', async () => {
    const data = Buffer.from('OggS').toString('base64');
    meta.write({
      channel: 'whatsappapi',
      from: MARIA,
      type: 'voice',
      media: { mimeType: 'audio/ogg', data },
    });
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(1));
    const { audio } = firstValue(0).messages[0];
    expect(audio).toMatchObject({ voice: true, mime_type: 'audio/ogg', sha256: expect.stringMatching(/=$/) });
    const { body } = await meta.call('GET', audio.id, { token: meta.tokenOf(PHONE) });
    expect(body).toMatchObject({ file_size: '4' });
  });

  it('without a subscription nobody can write', async () => {
    await meta.call('DELETE', `${WABA}/subscribed_apps`, { token: meta.tokenOf(PHONE) });
    expect(() => write('oi')).toThrow('not subscribed');
    expect(meta.delivered).toEqual([]);
  });

  it('a page’s events come only for the subscribed fields', async () => {
    const token = meta.tokenOf(PAGE);
    await meta.call('POST', `${PAGE}/subscribed_apps?subscribed_fields=messages`, { token });
    const maria = { channel: 'facebook', from: 'maria', name: 'Maria' };
    const target = meta.write({ ...maria, text: 'um' });
    meta.write({ ...maria, type: 'reaction', target, emoji: '👍' });
    meta.write({ ...maria, text: 'dois' });
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(2));
    expect(meta.delivered.map(({ text }) => text.includes('reaction'))).toEqual([false, false]);
  });

  it('a delivery that is not answered with 200 is repeated, and does not hold up the next one', async () => {
    meta.webhookStatuses.push(500, 200, 503);
    write('um');
    write('dois');
    await vi.waitFor(() => expect(texts()).toHaveLength(2));
    expect(texts()).toEqual(['dois', 'um']);
  });

  it('what could not be delivered before a restart is delivered after it', async () => {
    meta.webhookStatuses.push(...Array<number>(1000).fill(500));
    write('um');
    await vi.waitFor(() => expect(meta.webhookStatuses.length).toBeLessThan(1000));
    meta.restart();
    meta.webhookStatuses.length = 0;
    // An attempt that the restart cut off may have arrived, too.
    await vi.waitFor(() => expect(new Set(texts())).toEqual(new Set(['um'])));
    expect(meta.graph.conversation(MARIA, 'whatsappapi')).toMatchObject([{ text: 'um' }]);
  });

  it('a page whose webhook fails for more than an hour is unsubscribed', async () => {
    const token = meta.tokenOf(PAGE);
    await meta.call('POST', `${PAGE}/subscribed_apps?subscribed_fields=messages`, { token });
    // More than the retries of the test's longest wait.
    meta.webhookStatuses.push(...Array<number>(1000).fill(500));
    meta.write({ channel: 'facebook', from: 'maria', text: 'oi' });
    await vi.waitFor(() => expect(meta.webhookStatuses.length).toBeLessThan(1000));
    meta.clock.now += 2 * HOUR_MS;
    await vi.waitFor(async () =>
      expect((await meta.call('GET', `${PAGE}/subscribed_apps`, { token })).body).toEqual({ data: [] }),
    );
    expect(meta.delivered).toEqual([]);
  });

  it('the fault duplicate delivers the next update twice', async () => {
    meta.graph.setFault({ mode: 'duplicate', count: 1 });
    write('um');
    write('dois');
    await vi.waitFor(() => expect(texts()).toEqual(['um', 'um', 'dois']));
  });

  it('the fault reorder delivers the next updates in reverse order', async () => {
    meta.graph.setFault({ mode: 'reorder', count: 3 });
    for (const text of ['um', 'dois', 'três']) write(text);
    await vi.waitFor(() => expect(texts()).toEqual(['três', 'dois', 'um']));
  });

  it('the fault batch delivers the next updates in one request', async () => {
    meta.graph.setFault({ mode: 'batch', count: 2 });
    write('um');
    write('dois');
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(1));
    expect(texts()).toEqual(['um', 'dois']);
  });
});
