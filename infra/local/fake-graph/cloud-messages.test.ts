import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OTHER_PHONE, PHONE, startTestGraph, type TestGraph, WABA } from './testing/start-test-graph.ts';

const MARIA = '5511988887777';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const envelope = { messaging_product: 'whatsapp', to: `+${MARIA}` };
const text = { ...envelope, type: 'text', text: { body: 'oi' } };
const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const buttons = (list: readonly object[], body = 'Qual?') => ({
  ...envelope,
  type: 'interactive',
  interactive: { type: 'button', body: { text: body }, action: { buttons: list } },
});
const rows = (count: number) =>
  Array.from({ length: count }, (_each, at) => ({ id: `r${at}`, title: `Row ${at}` }));
const list = (sections: readonly object[]) => ({
  ...envelope,
  type: 'interactive',
  interactive: { type: 'list', body: { text: 'Qual?' }, action: { button: 'Ver', sections } },
});
const contact = { name: { formatted_name: 'Ana', first_name: 'Ana' } };

describe('WhatsApp messages of the fake Graph API', () => {
  let meta: TestGraph;
  let token: string;
  beforeAll(async () => {
    meta = await startTestGraph();
    token = meta.tokenOf(PHONE);
    await meta.call('POST', `${WABA}/subscribed_apps`, { token, json: {} });
    meta.write({ channel: 'whatsappapi', from: MARIA, name: 'Maria', text: 'bom dia' });
  });
  afterAll(() => meta.stop());

  const send = (json: unknown, phone = PHONE) => meta.call('POST', `${phone}/messages`, { token, json });
  /** The statuses that the app got of a message, oldest first. */
  const statusesOf = (id: unknown) =>
    meta.delivered
      .flatMap(({ body }) => body.entry.flatMap((entry) => Object(entry).changes))
      .flatMap(({ value }) => value.statuses ?? [])
      .filter((status) => status.id === id);
  const idOf = (body: Record<string, unknown>): string => Object(body.messages)[0].id;
  const received = () =>
    meta.graph.conversation(MARIA, 'whatsappapi').filter(({ fromCustomer }) => !fromCustomer);

  it('accepts a text, and tells that it was sent and delivered', async () => {
    const { status, body } = await send({ ...text, biz_opaque_callback_data: 'm1#1' });
    expect(status).toBe(200);
    expect(body).toEqual({
      messaging_product: 'whatsapp',
      contacts: [{ input: `+${MARIA}`, wa_id: MARIA }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    });
    await vi.waitFor(() => expect(statusesOf(idOf(body))).toHaveLength(2));
    expect(statusesOf(idOf(body))).toEqual([
      expect.objectContaining({
        status: 'sent',
        timestamp: expect.stringMatching(/^\d{10}$/),
        recipient_id: MARIA,
        recipient_user_id: expect.stringMatching(/^BR\.\d+$/),
        biz_opaque_callback_data: 'm1#1',
        pricing: expect.objectContaining({ pricing_model: 'PMP', category: 'service' }),
      }),
      expect.objectContaining({ status: 'delivered' }),
    ]);
  });

  it('puts the country code of the business in front of a number without a plus sign', async () => {
    const { body } = await send({ ...text, to: '11 98888-7777' });
    expect(body.contacts).toEqual([{ input: '11 98888-7777', wa_id: MARIA }]);
    const wrong = await send({ ...text, to: MARIA });
    expect(wrong.body.contacts).toEqual([{ input: MARIA, wa_id: `55${MARIA}` }]);
  });

  it('a BSUID reaches the person, and the answer has no number', async () => {
    const userId = await bsuidOfMaria();
    const { to: _to, ...withoutNumber } = text;
    const { body } = await send({ ...withoutNumber, recipient: userId });
    expect(body.contacts).toEqual([{ input: userId, user_id: userId }]);
  });

  const bsuidOfMaria = async (): Promise<string> => {
    await vi.waitFor(() => expect(meta.delivered.length).toBeGreaterThan(0));
    const [first] = meta.delivered;
    return Object(first?.body.entry[0]).changes[0].value.contacts[0].user_id;
  };

  it('a message outside the window is accepted and fails later with 131047', async () => {
    const { status, body } = await send({ ...text, to: '+5511977776666' });
    expect(status).toBe(200);
    await vi.waitFor(() => expect(statusesOf(idOf(body))).toHaveLength(1));
    const [failed] = statusesOf(idOf(body));
    expect(failed).toMatchObject({
      status: 'failed',
      recipient_id: '5511977776666',
      errors: [{ code: 131047, title: 'Re-engagement message' }],
    });
    expect(failed).not.toHaveProperty('recipient_user_id');
    expect(meta.graph.conversation('5511977776666', 'whatsappapi')).toEqual([]);
  });

  it('the window closes 24 hours after the customer’s message', async () => {
    const before = meta.clock.now;
    meta.clock.now += 24 * 60 * 60 * 1000;
    const { body } = await send(text);
    meta.clock.now = before;
    await vi.waitFor(() => expect(statusesOf(idOf(body))).toMatchObject([{ status: 'failed' }]));
  });

  it.each([
    ['without messaging_product', { to: envelope.to, type: 'text', text: { body: 'oi' } }, 131008],
    ['without a recipient', { messaging_product: 'whatsapp', type: 'text', text: { body: 'oi' } }, 131008],
    ['without its content', { ...envelope, type: 'text' }, 131008],
    ['of an unknown type', { ...envelope, type: 'poll', poll: {} }, 131009],
    ['with an unknown field', { ...text, tag: 'x' }, 100],
    ['with an empty text', { ...text, text: { body: '' } }, 131009],
    ['with a text of 4097 characters', { ...text, text: { body: 'x'.repeat(4097) } }, 131009],
    ['to a number with letters', { ...text, to: '+55maria' }, 131009],
    ['to itself', { ...text, to: '+551140000001' }, 131021],
    ['to an unknown BSUID', { ...text, to: undefined, recipient: 'BR.1' }, 131009],
    ['to a group', { ...text, recipient_type: 'group' }, 131215],
    ['that quotes an unknown message', { ...text, context: { message_id: 'wamid.none' } }, 131009],
    ['with 513 characters of callback data', { ...text, biz_opaque_callback_data: 'x'.repeat(513) }, 131009],
    ['with an id and a link', { ...envelope, type: 'image', image: { id: '1', link: 'http://x/' } }, 131009],
    ['with neither id nor link', { ...envelope, type: 'image', image: { caption: 'x' } }, 131009],
    ['with an unknown media id', { ...envelope, type: 'image', image: { id: '1' } }, 131009],
    ['with a caption on audio', { ...envelope, type: 'audio', audio: { id: '1', caption: 'x' } }, 131009],
    ['without longitude', { ...envelope, type: 'location', location: { latitude: 1 } }, 131008],
    [
      'with a contact without a part of its name',
      { ...envelope, type: 'contacts', contacts: [{ name: { formatted_name: 'Ana' } }] },
      131009,
    ],
    ['with 6 contacts', { ...envelope, type: 'contacts', contacts: Array(6).fill(contact) }, 131009],
    [
      'that reacts to an unknown message',
      { ...envelope, type: 'reaction', reaction: { message_id: 'x', emoji: '' } },
      131009,
    ],
    ['with 4 buttons', buttons(['a', 'b', 'c', 'd'].map((id) => reply(id, id))), 131009],
    ['with a button title of 21 characters', buttons([reply('a', 'x'.repeat(21))]), 131009],
    ['with two buttons of the same title', buttons([reply('a', 'Sim'), reply('b', 'Sim')]), 131009],
    ['with two buttons of the same id', buttons([reply('a', 'Sim'), reply('a', 'Não')]), 131009],
    ['with a text above buttons of 1025 characters', buttons([reply('a', 'Sim')], 'x'.repeat(1025)), 131009],
    [
      'with 11 rows in two sections',
      list([
        { title: 'A', rows: rows(6) },
        { title: 'B', rows: rows(5) },
      ]),
      131009,
    ],
    ['with a row title of 25 characters', list([{ rows: [{ id: 'a', title: 'x'.repeat(25) }] }]), 131009],
    ['with sections without titles', list([{ rows: rows(1) }, { rows: [{ id: 'z', title: 'Z' }] }]), 131009],
  ])('refuses a message %s', async (_what, body, code) => {
    const before = received().length;
    const answer = await send(body);
    expect(answer.body.error).toMatchObject({ code, fbtrace_id: expect.any(String) });
    expect(answer.status).toBe(400);
    expect(received()).toHaveLength(before);
  });

  it('WhatsApp’s own errors carry error_data with details', async () => {
    const { body } = await send({ ...text, text: { body: '' } });
    expect(body.error).toMatchObject({
      message: '(#131009) Parameter value is not valid',
      error_data: { messaging_product: 'whatsapp', details: expect.stringContaining('text.body') },
    });
  });

  it('a number that is not registered cannot send', async () => {
    expect(await send(text, OTHER_PHONE)).toMatchObject({ status: 400, body: { error: { code: 133010 } } });
  });

  it('buttons and lists reach the customer, whose choice is told as a reply', async () => {
    const { body } = await send(buttons([reply('yes', 'Sim'), reply('no', 'Não')]));
    expect(received().at(-1)).toMatchObject({
      type: 'buttons',
      options: [
        { id: 'yes', title: 'Sim' },
        { id: 'no', title: 'Não' },
      ],
    });
    const id = meta.write({
      channel: 'whatsappapi',
      from: MARIA,
      type: 'choice',
      target: idOf(body),
      option: 'no',
    });
    await vi.waitFor(() =>
      expect(meta.delivered.at(-1)?.body.entry[0]).toMatchObject({
        changes: [
          {
            value: {
              messages: [
                {
                  id,
                  from: MARIA,
                  type: 'interactive',
                  interactive: { type: 'button_reply', button_reply: { id: 'no', title: 'Não' } },
                  context: { id: idOf(body) },
                },
              ],
            },
          },
        ],
      }),
    );
  });

  it('reading marks the message and all before it, and may show that somebody types', async () => {
    const first = meta.write({ channel: 'whatsappapi', from: MARIA, text: 'um' });
    const last = meta.write({ channel: 'whatsappapi', from: MARIA, text: 'dois' });
    const read = { messaging_product: 'whatsapp', status: 'read', message_id: last };
    expect((await send(read)).body).toEqual({ success: true });
    expect(meta.graph.typed(MARIA, PHONE)).toBe(0);
    expect((await send({ ...read, typing_indicator: { type: 'text' } })).body).toEqual({ success: true });
    expect(meta.graph.typed(MARIA, PHONE)).toBe(1);
    const lines = meta.graph.conversation(MARIA, 'whatsappapi');
    expect(lines.filter(({ id }) => id === first || id === last)).toMatchObject([{ ack: 3 }, { ack: 3 }]);
    expect(await send({ ...read, message_id: 'wamid.none' })).toMatchObject({
      body: { error: { code: 131009 } },
    });
    expect(await send({ ...read, typing_indicator: { type: 'audio' } })).toMatchObject({ status: 400 });
  });

  it('a file is uploaded, sent by its id, described, fetched with the token and deleted', async () => {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', 'image/png');
    form.set('file', new Blob([PNG], { type: 'image/png' }), 'a.png');
    const { body: uploaded } = await meta.call('POST', `${PHONE}/media`, { token, form });
    const id = String(uploaded.id);
    const image = { ...envelope, type: 'image', image: { id, caption: 'Veja' } };
    expect((await send(image)).status).toBe(200);
    expect(received().at(-1)).toMatchObject({
      type: 'image',
      text: 'Veja',
      media: { mimeType: 'image/png', size: 8 },
    });

    const { body } = await meta.call('GET', id, { token });
    expect(body).toEqual({
      messaging_product: 'whatsapp',
      url: expect.stringContaining(meta.endpoint),
      mime_type: 'image/png',
      sha256: createHash('sha256').update(PNG).digest('hex'),
      file_size: '8',
      id,
    });
    const address = String(body.url);
    expect((await fetch(address)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect(Buffer.from(await (await fetch(address, { headers })).arrayBuffer())).toEqual(PNG);
    meta.clock.now += 5 * 60 * 1000;
    expect((await fetch(address, { headers })).status).toBe(404);

    expect(await meta.call('GET', `${id}?phone_number_id=${OTHER_PHONE}`, { token })).toMatchObject({
      status: 400,
    });
    expect((await meta.call('DELETE', id, { token })).body).toEqual({ success: true });
    expect((await meta.call('GET', id, { token })).status).toBe(404);
  });

  it.each([
    ['audio/webm', Buffer.from('x')],
    ['image/png', Buffer.from('no picture')],
    ['audio/ogg', Buffer.from('OggS without an Opus stream')],
    ['image/jpeg', Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(5 * 1024 * 1024)])],
  ])('refuses to take a file of %s that Meta does not accept', async (type, bytes) => {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('file', new Blob([bytes], { type }), 'file');
    expect(await meta.call('POST', `${PHONE}/media`, { token, form })).toMatchObject({
      status: 400,
      body: { error: { code: 131053 } },
    });
  });

  it('a link is fetched, and a link without a file fails the message later with 131053', async () => {
    await send({ ...envelope, type: 'image', image: { link: `${meta.origin}/picture.png` } });
    expect(received().at(-1)).toMatchObject({ type: 'image', media: { mimeType: 'image/png' } });
    const { status, body } = await send({
      ...envelope,
      type: 'image',
      image: { link: `${meta.origin}/none.png` },
    });
    expect(status).toBe(200);
    await vi.waitFor(() =>
      expect(statusesOf(idOf(body))).toMatchObject([{ status: 'failed', errors: [{ code: 131053 }] }]),
    );
  });

  it.each([
    ['refuse', undefined, 403, 131005],
    ['refuse', 131048, 400, 131048],
    ['rate', undefined, 400, 130429],
    ['pair', undefined, 400, 131056],
    ['error', undefined, 500, 131000],
  ] as const)(
    'the fault %s (%s) refuses the next send with status %s and code %s',
    async (mode, code, status, expected) => {
      meta.graph.setFault({ mode, count: 1, ...(code === undefined ? {} : { code }) });
      expect(await send(text)).toMatchObject({ status, body: { error: { code: expected } } });
      expect((await send(text)).status).toBe(200);
    },
  );

  it('the fault fail accepts the message, and tells its failure later', async () => {
    meta.graph.setFault({ mode: 'fail', count: 1 });
    const { body } = await send(text);
    await vi.waitFor(() => expect(statusesOf(idOf(body))).toMatchObject([{ errors: [{ code: 131026 }] }]));
  });

  it('the fault drop carries the message out and loses the answer', async () => {
    const before = received().length;
    meta.graph.setFault({ mode: 'drop', count: 1 });
    await expect(send(text)).rejects.toThrow('fetch failed');
    expect(received()).toHaveLength(before + 1);
  });
});
