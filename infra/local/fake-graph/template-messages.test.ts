import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHONE, startTestGraph, type TestGraph, WABA } from './testing/start-test-graph.ts';

const MARIA = '5511988887777';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const envelope = { messaging_product: 'whatsapp', to: `+${MARIA}` };
const template = (name: string, code: string, parameters: readonly object[]) => ({
  ...envelope,
  type: 'template',
  template: { name, language: { code }, components: [{ type: 'body', parameters }] },
});
const words = (...values: string[]) => values.map((value) => ({ type: 'text', text: value }));

/** Fields of a message of a template with these components. */
const withParts = (name: string, ...components: readonly object[]) => ({
  type: 'template',
  template: { name, language: { code: 'pt_BR' }, components },
});
const address = (text: string) => ({
  type: 'button',
  sub_type: 'url',
  index: '0',
  parameters: [{ type: 'text', text }],
});
const code = (coupon_code: string) => ({
  type: 'button',
  sub_type: 'copy_code',
  index: '1',
  parameters: [{ type: 'coupon_code', coupon_code }],
});
const coupon = (id: string, ...buttons: readonly object[]) => ({
  ...envelope,
  ...withParts(
    'birthday_coupon',
    { type: 'header', parameters: [{ type: 'image', image: { id } }] },
    { type: 'body', parameters: words('Ana') },
    ...buttons,
  ),
});

describe('template messages of the fake Graph API', () => {
  let meta: TestGraph;
  let token: string;
  beforeAll(async () => {
    meta = await startTestGraph();
    token = meta.tokenOf(PHONE);
    await meta.call('POST', `${WABA}/subscribed_apps`, { token, json: {} });
  });
  afterAll(() => meta.stop());

  const send = (json: unknown) => meta.call('POST', `${PHONE}/messages`, { token, json });
  const received = () =>
    meta.graph.conversation(MARIA, 'whatsappapi').filter(({ fromCustomer }) => !fromCustomer);

  it('a template reaches a customer outside the window, with its values filled in', async () => {
    const { body } = await send({
      ...template('order_update', 'pt_BR', words('Ana', '77')),
      to: '+5511966665555',
    });
    expect(body.messages).toEqual([{ id: expect.any(String), message_status: 'accepted' }]);
    expect(meta.graph.conversation('5511966665555', 'whatsappapi')).toMatchObject([
      { type: 'template', text: 'Oi, Ana! O pedido 77 saiu para entrega.' },
    ]);
  });

  it('a template shows its header, footer and buttons, and only quick replies can be pressed', async () => {
    const header = { type: 'header', parameters: words('77') };
    const body = { type: 'body', parameters: words('Ana', 'Centro') };
    await send({ ...envelope, ...withParts('parcel_arrived', header, body) });
    expect(received().at(-1)).toMatchObject({
      type: 'template',
      text: [
        'Pedido 77 chegou',
        'Oi, Ana! Sua encomenda está na loja Centro até sexta-feira.',
        'Responda SAIR para não receber avisos.',
        'Ligar para a loja: +551140041000',
      ].join('\n\n'),
      options: [{ id: 'Já retirei', title: 'Já retirei' }],
    });
  });

  it('a template shows the file of its header, and fills address and code of its buttons', async () => {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set('type', 'image/png');
    form.set('file', new Blob([PNG], { type: 'image/png' }), 'a.png');
    const { body: uploaded } = await meta.call('POST', `${PHONE}/media`, { token, form });
    const answer = await send(coupon(String(uploaded.id), address('ana'), code('FESTA10')));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(received().at(-1)).toMatchObject({
      type: 'template',
      media: { mimeType: 'image/png' },
      text: expect.stringContaining(
        'Ver presentes: https://loja.example/presentes/ana\n\nCopiar código: FESTA10',
      ),
    });
  });

  it.each([
    ['of an unknown template', template('none', 'pt_BR', []), 132001],
    ['of a template in another language', template('order_update', 'en_US', words('a', 'b')), 132001],
    ['of a template with a value too few', template('order_update', 'pt_BR', words('a')), 132000],
    ['of a template with an empty value', template('order_update', 'pt_BR', words('a', '')), 132012],
    [
      'of a template without the value of its header',
      { ...envelope, ...withParts('parcel_arrived', { type: 'body', parameters: words('a', 'b') }) },
      132000,
    ],
    ['of a template without the value of an address', coupon('1', code('X')), 131008],
    ['of a template without its code', coupon('1', address('x')), 131008],
    [
      'of a template with a text in place of its picture',
      { ...envelope, ...withParts('birthday_coupon', { type: 'header', parameters: words('a') }) },
      132012,
    ],
    ['of a template with an unknown picture', coupon('none', address('x'), code('X')), 131009],
    ['of a named template with unnamed values', template('weekend_offer', 'pt_BR', words('a', 'b')), 132012],
  ])('refuses a message %s', async (_what, body, code) => {
    const before = received().length;
    const answer = await send(body);
    expect(answer.body.error).toMatchObject({ code, fbtrace_id: expect.any(String) });
    expect(answer.status).toBe(code === 132001 ? 404 : 400);
    expect(received()).toHaveLength(before);
  });
});
