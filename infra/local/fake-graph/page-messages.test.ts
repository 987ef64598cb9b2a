import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  APP,
  INSTAGRAM,
  OTHER_PAGE,
  PAGE,
  startTestGraph,
  type TestGraph,
} from './testing/start-test-graph.ts';

const HOUR_MS = 60 * 60 * 1000;
const FIELDS =
  'messages,message_echoes,message_deliveries,message_reads,message_reactions,messaging_postbacks';
const quickReply = (title: string, payload: string) => ({ content_type: 'text', title, payload });

describe('Messenger and Instagram messages of the fake Graph API', () => {
  let meta: TestGraph;
  let token: string;
  let psid: string;
  let igsid: string;
  beforeAll(async () => {
    meta = await startTestGraph();
    token = meta.tokenOf(PAGE);
    await meta.call('POST', `${PAGE}/subscribed_apps?subscribed_fields=${FIELDS}`, { token });
    meta.write({ channel: 'facebook', from: 'maria', name: 'Maria Souza', text: 'oi' });
    meta.write({ channel: 'instagram', from: 'maria.s', name: 'Maria S', text: 'oi' });
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(2));
    psid = senderOf('page');
    igsid = senderOf('instagram');
  });
  afterAll(() => meta.stop());

  const eventsOf = (object: string) =>
    meta.delivered
      .filter(({ body }) => body.object === object)
      .flatMap(({ body }) => body.entry.flatMap((entry) => Object(entry).messaging));
  const senderOf = (object: string): string => eventsOf(object)[0].sender.id;
  const send = (body: object, page = PAGE) =>
    meta.call('POST', `${page}/messages`, { token: meta.tokenOf(page), json: body });
  const toMaria = (message: object, more: object = { messaging_type: 'RESPONSE' }) => ({
    recipient: { id: psid },
    message,
    ...more,
  });
  const onInstagram = (message: object, more: object = {}) => ({
    recipient: { id: igsid },
    message,
    ...more,
  });
  const later = async <T>(ms: number, act: () => Promise<T>): Promise<T> => {
    const before = meta.clock.now;
    meta.clock.now += ms;
    const result = await act();
    meta.clock.now = before;
    return result;
  };

  it('ids of people differ from page to page, and between Messenger and Instagram', () => {
    expect(psid).toMatch(/^\d{16}$/);
    expect(igsid).toMatch(/^\d{16}$/);
    expect(psid).not.toBe(igsid);
  });

  it('a Messenger text is answered with both ids, echoed and delivered', async () => {
    const { status, body } = await send(toMaria({ text: 'Olá', metadata: 'm1#1' }));
    expect(status).toBe(200);
    expect(body).toEqual({ recipient_id: psid, message_id: expect.stringMatching(/^m_/) });
    await vi.waitFor(() => expect(eventsOf('page')).toHaveLength(3));
    const [, echo, delivery] = eventsOf('page');
    expect(echo).toEqual({
      sender: { id: PAGE },
      recipient: { id: psid },
      timestamp: meta.clock.now,
      message: { mid: body.message_id, text: 'Olá', is_echo: true, app_id: Number(APP.id), metadata: 'm1#1' },
    });
    expect(delivery).toEqual({
      sender: { id: psid },
      recipient: { id: PAGE },
      delivery: { mids: [body.message_id], watermark: meta.clock.now },
    });
  });

  it('an Instagram text needs no messaging_type, and is echoed without a delivery', async () => {
    const { status, body } = await send(onInstagram({ text: 'Olá' }));
    expect(status).toBe(200);
    await vi.waitFor(() => expect(eventsOf('instagram')).toHaveLength(2));
    expect(eventsOf('instagram')[1]).toMatchObject({
      sender: { id: INSTAGRAM },
      recipient: { id: igsid },
      message: { mid: body.message_id, is_echo: true },
    });
    expect(eventsOf('instagram').some((event) => 'delivery' in event)).toBe(false);
  });

  it.each([
    ['without messaging_type', { recipient: 'maria', message: { text: 'x' } }, 100, undefined],
    [
      'to an unknown person',
      { recipient: { id: '1' }, message: { text: 'x' }, messaging_type: 'RESPONSE' },
      100,
      2018001,
    ],
    ['with a text of 2000 characters', { message: { text: 'x'.repeat(2000) } }, 100, undefined],
    ['without content', { message: {} }, 100, undefined],
    [
      'with a text and a file',
      { message: { text: 'x', attachment: { type: 'file', payload: { attachment_id: '1' } } } },
      100,
      undefined,
    ],
    [
      'with 14 quick replies',
      { message: { text: 'x', quick_replies: Array(14).fill(quickReply('a', 'a')) } },
      100,
      undefined,
    ],
    [
      'with a quick reply of 21 characters',
      { message: { text: 'x', quick_replies: [quickReply('x'.repeat(21), 'a')] } },
      100,
      undefined,
    ],
    [
      'with a removed tag',
      { message: { text: 'x' }, messaging_type: 'MESSAGE_TAG', tag: 'ACCOUNT_UPDATE' },
      100,
      undefined,
    ],
    [
      'with MESSAGE_TAG and no tag',
      { message: { text: 'x' }, messaging_type: 'MESSAGE_TAG' },
      100,
      undefined,
    ],
    ['with a tag on a response', { message: { text: 'x' }, tag: 'HUMAN_AGENT' }, 100, undefined],
    ['with an action beside a message', { message: { text: 'x' }, sender_action: 'mark_seen' }, 100, 2018014],
    [
      'with an unknown attachment',
      { message: { attachment: { type: 'image', payload: { attachment_id: '1' } } } },
      100,
      undefined,
    ],
    [
      'with a link that gives no file',
      { message: { attachment: { type: 'image', payload: { url: 'http://127.0.0.1:1/x' } } } },
      100,
      2018008,
    ],
    [
      'that answers an unknown message',
      { message: { text: 'x' }, reply_to: { mid: 'm_none' } },
      100,
      undefined,
    ],
    [
      'with a button template of 4 buttons',
      {
        message: {
          attachment: {
            type: 'template',
            payload: {
              template_type: 'button',
              text: 'x',
              buttons: Array(4).fill({ type: 'postback', title: 'a', payload: 'a' }),
            },
          },
        },
      },
      100,
      undefined,
    ],
  ])('refuses a message %s', async (_what, body, code, subcode) => {
    const isBare = 'recipient' in body;
    const whole = isBare
      ? { ...body, recipient: body.recipient === 'maria' ? { id: psid } : body.recipient }
      : { recipient: { id: psid }, messaging_type: 'RESPONSE', ...body };
    const answer = await send(whole);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject(
      subcode === undefined ? { code } : { code, error_subcode: subcode },
    );
  });

  it('Instagram counts bytes: 500 accented letters pass, 501 do not', async () => {
    expect((await send(onInstagram({ text: 'é'.repeat(500) }))).status).toBe(200);
    expect(await send(onInstagram({ text: 'é'.repeat(501) }))).toMatchObject({
      body: { error: { code: 100 } },
    });
  });

  it.each([
    ['Messenger', 2018278],
    ['Instagram', 2534022],
  ])(
    '%s refuses a message after 24 hours with 10/%s, and takes one of a human until 7 days',
    async (name, subcode) => {
      const body = (more: object) =>
        name === 'Messenger' ? toMaria({ text: 'x' }, more) : onInstagram({ text: 'x' }, more);
      const tag = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
      const closed = { status: 403, body: { error: { code: 10, error_subcode: subcode } } };
      expect(await later(24 * HOUR_MS, () => send(body({ messaging_type: 'RESPONSE' })))).toMatchObject(
        closed,
      );
      expect((await later(7 * 24 * HOUR_MS - 1, () => send(body(tag)))).status).toBe(200);
      expect(await later(7 * 24 * HOUR_MS, () => send(body(tag)))).toMatchObject(closed);
    },
  );

  it('the token of another page is refused', async () => {
    const answer = await meta.call('POST', `${PAGE}/messages`, {
      token: meta.tokenOf(OTHER_PAGE),
      json: toMaria({ text: 'x' }),
    });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 10 } } });
  });

  it('an uploaded file is sent by its id; a form may hold its fields as JSON text', async () => {
    const form = new FormData();
    form.set('message', JSON.stringify({ attachment: { type: 'file', payload: { is_reusable: true } } }));
    form.set('filedata', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'nota.pdf');
    const { body } = await meta.call('POST', `${PAGE}/message_attachments`, { token, form });
    expect(body).toEqual({ attachment_id: expect.stringMatching(/^\d+$/) });
    const attachment = { type: 'file', payload: { attachment_id: body.attachment_id } };
    expect((await send(toMaria({ attachment }))).status).toBe(200);
    expect(meta.graph.conversation('maria', 'facebook').at(-1)).toMatchObject({
      type: 'document',
      media: { mimeType: 'application/pdf', fileName: 'nota.pdf' },
    });
  });

  it('a file of another kind than its type is refused with 2018047', async () => {
    const form = new FormData();
    form.set('message', JSON.stringify({ attachment: { type: 'image' } }));
    form.set('filedata', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'nota.pdf');
    expect(await meta.call('POST', `${PAGE}/message_attachments`, { token, form })).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 2018047 } },
    });
  });

  it('Instagram fetches a file by its link', async () => {
    const attachment = { type: 'image', payload: { url: `${meta.origin}/picture.png` } };
    expect((await send(onInstagram({ attachment }))).status).toBe(200);
    expect(meta.graph.conversation('maria.s', 'instagram').at(-1)).toMatchObject({ type: 'image' });
  });

  it('an action answers with the recipient alone, and marks the messages as seen', async () => {
    const { body } = await send({ recipient: { id: psid }, sender_action: 'mark_seen' });
    expect(body).toEqual({ recipient_id: psid });
    expect(meta.graph.conversation('maria', 'facebook')[0]).toMatchObject({ fromCustomer: true, ack: 3 });
  });

  it('a chosen quick reply is a message with the payload; a template’s button is a postback', async () => {
    const choose = (target: unknown, option: string) =>
      meta.write({ channel: 'facebook', from: 'maria', type: 'choice', target, option });
    const { body: quick } = await send(toMaria({ text: 'Qual?', quick_replies: [quickReply('Sim', 'yes')] }));
    const mid = choose(quick.message_id, 'yes');
    await vi.waitFor(() =>
      expect(eventsOf('page')).toContainEqual(
        expect.objectContaining({ message: { mid, text: 'Sim', quick_reply: { payload: 'yes' } } }),
      ),
    );
    const payload = {
      template_type: 'button',
      text: 'Qual?',
      buttons: [{ type: 'postback', title: 'Ver', payload: 'show' }],
    };
    const { body: buttons } = await send(toMaria({ attachment: { type: 'template', payload } }));
    const pressed = choose(buttons.message_id, 'show');
    await vi.waitFor(() =>
      expect(eventsOf('page')).toContainEqual(
        expect.objectContaining({ postback: { mid: pressed, title: 'Ver', payload: 'show' } }),
      ),
    );
  });

  it('a read covers a time on Messenger, and one message on Instagram', async () => {
    const { body: onPage } = await send(toMaria({ text: 'lido?' }));
    const { body: direct } = await send(onInstagram({ text: 'lido?' }));
    meta.graph.report(String(onPage.message_id), 3);
    meta.graph.report(String(direct.message_id), 3);
    await vi.waitFor(() => {
      expect(eventsOf('page').at(-1)).toMatchObject({ read: { watermark: meta.clock.now } });
      expect(eventsOf('instagram').at(-1)).toMatchObject({ read: { mid: direct.message_id } });
    });
  });

  it.each([
    [
      'facebook',
      { type: 'postback', text: 'Começar', payload: 'START' },
      { postback: { title: 'Começar', payload: 'START' } },
    ],
    [
      'facebook',
      { type: 'reaction', target: 'm_1', emoji: '👍' },
      { reaction: { mid: 'm_1', action: 'react', emoji: '👍' } },
    ],
    [
      'facebook',
      { type: 'reaction', target: 'm_1', emoji: '' },
      { reaction: { mid: 'm_1', action: 'unreact' } },
    ],
    [
      'instagram',
      { type: 'story_reply', text: 'Lindo' },
      {
        message: { text: 'Lindo', reply_to: { story: { id: expect.any(String), url: expect.any(String) } } },
      },
    ],
    ['instagram', { type: 'delete', target: 'aWdf1' }, { message: { mid: 'aWdf1', is_deleted: true } }],
    ['instagram', { text: 'Sim', quoted: 'aWdf1' }, { message: { text: 'Sim', reply_to: { mid: 'aWdf1' } } }],
  ])('a person on %s does %o, and the app is told', async (channel, action, event) => {
    meta.write({ channel, from: channel === 'facebook' ? 'maria' : 'maria.s', ...action });
    const object = channel === 'facebook' ? 'page' : 'instagram';
    await vi.waitFor(() => expect(eventsOf(object).at(-1)).toMatchObject(event));
  });

  it('a file of a person has an address that needs no token', async () => {
    const data = Buffer.from('89504e47', 'hex').toString('base64');
    meta.write({ channel: 'facebook', from: 'maria', type: 'image', media: { mimeType: 'image/png', data } });
    await vi.waitFor(() =>
      expect(eventsOf('page').at(-1)).toMatchObject({ message: { attachments: [{ type: 'image' }] } }),
    );
    const [{ payload }] = eventsOf('page').at(-1).message.attachments;
    expect((await fetch(payload.url)).headers.get('content-type')).toBe('image/png');
  });

  it('people cannot send a location on Messenger, nor a postback without a text', () => {
    const maria = { channel: 'facebook', from: 'maria' };
    const location = { latitude: 1, longitude: 2 };
    expect(() => meta.write({ ...maria, type: 'location', location })).toThrow('has no location');
    expect(() => meta.write({ ...maria, type: 'postback' })).toThrow('text is missing');
  });

  it('a profile is shown to the page that the person wrote to', async () => {
    const path = `${psid}?fields=first_name,last_name,profile_pic`;
    expect((await meta.call('GET', path, { token })).body).toEqual({
      id: psid,
      first_name: 'Maria',
      last_name: 'Souza',
      profile_pic: expect.stringContaining(meta.endpoint),
    });
    expect((await meta.call('GET', `${igsid}?fields=name,username`, { token })).body).toEqual({
      id: igsid,
      name: 'Maria S',
      username: 'maria.s',
    });
    expect(await meta.call('GET', path, { token: meta.tokenOf(OTHER_PAGE) })).toMatchObject({ status: 404 });
  });

  it('a person without a profile is answered with 2018218', async () => {
    meta.write({ channel: 'facebook', from: 'no.profile', text: 'oi' });
    await vi.waitFor(() => expect(eventsOf('page').at(-1)).toMatchObject({ message: { text: 'oi' } }));
    expect(await meta.call('GET', eventsOf('page').at(-1).sender.id, { token })).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 2018218 } },
    });
  });
});
