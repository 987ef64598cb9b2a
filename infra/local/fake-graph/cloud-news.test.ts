import { splitDelivery } from '@prosa/functions/channels/meta/split-delivery.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cloudNewsSchema } from './cloud-news.ts';
import { OTHER_PHONE, PHONE, startTestGraph, type TestGraph, WABA } from './testing/start-test-graph.ts';

const MARIA = '5511988887777';

describe('news of the fake Graph API', () => {
  let meta: TestGraph;
  let token: string;
  beforeAll(async () => {
    meta = await startTestGraph();
    token = meta.tokenOf(PHONE);
    await meta.call('POST', `${WABA}/subscribed_apps`, { token, json: {} });
  });
  afterAll(() => meta.stop());
  beforeEach(() => {
    meta.delivered.length = 0;
  });

  const tell = (news: object) => meta.graph.tell(cloudNewsSchema.parse(news));
  /** Returns what the product reads from the deliveries, as soon as there are as many. */
  const read = async (count = 1) => {
    await vi.waitFor(() => expect(meta.delivered).toHaveLength(count));
    return meta.delivered.flatMap(({ body }) => splitDelivery(body, meta.clock.now + 1000));
  };
  const askPhone = (phone: string, sync_type: string) =>
    meta.call('POST', `${phone}/smb_app_data`, {
      token,
      json: { messaging_product: 'whatsapp', sync_type },
    });

  it('an entry of the address book is read as a name', async () => {
    tell({ type: 'address-book', number: MARIA, name: 'Maria Souza' });
    expect(await read()).toMatchObject([{ event: { type: 'address-book-name', name: 'Maria Souza' } }]);
  });

  it('a chunk of old messages is read with both sides', async () => {
    const messages = [
      { number: MARIA, text: 'antes' },
      { number: MARIA, text: 'resposta', fromMe: true, status: 'DELIVERED' },
    ];
    tell({ type: 'history', progress: 50, messages });
    expect(await read()).toMatchObject([
      {
        kind: 'history',
        isLast: false,
        messages: [
          { event: { fromMe: false, content: { text: 'antes' } }, ack: 0 },
          { event: { fromMe: true, content: { text: 'resposta' } }, ack: 2 },
        ],
      },
    ]);
  });

  it('a history that is not shared is read as such', async () => {
    tell({ type: 'history-declined' });
    expect(await read()).toMatchObject([{ kind: 'history-refused' }]);
  });

  it('a customer who stopped marketing messages gets none until the choice is taken back', async () => {
    const send = () =>
      meta.call('POST', `${PHONE}/messages`, {
        token,
        json: {
          messaging_product: 'whatsapp',
          to: `+${MARIA}`,
          type: 'template',
          template: {
            name: 'holiday_offer',
            language: { code: 'pt_BR' },
            components: [{ type: 'body', parameters: [{ type: 'text', text: 'Maria' }] }],
          },
        },
      });
    const category = 'MARKETING';
    const components = [
      { type: 'BODY', text: 'Oi, {{1}}! Frete grátis hoje.', example: { body_text: [['Maria']] } },
    ];
    const made = { name: 'holiday_offer', language: 'pt_BR', category, components };
    const { body } = await meta.call('POST', `${WABA}/message_templates`, { token, json: made });
    await vi.waitFor(() => expect(meta.delivered.at(-1)?.text).toContain('APPROVED'), 10_000);
    expect(body.id).toEqual(expect.any(String));
    meta.delivered.length = 0;
    tell({ type: 'preference', number: MARIA, value: 'stop' });
    await send();
    expect(await read(2)).toMatchObject([
      { event: { type: 'marketing-preference', isWanted: false } },
      { event: { type: 'send-failure', reason: 'opted-out' } },
      { event: { type: 'marketing-preference', isWanted: false } },
    ]);
    meta.delivered.length = 0;
    tell({ type: 'preference', number: MARIA, value: 'resume' });
    await send();
    expect(await read(3)).toMatchObject([
      { event: { type: 'marketing-preference', isWanted: true } },
      { event: { type: 'receipt', ack: 1 } },
      { event: { type: 'receipt', ack: 2 } },
    ]);
  });

  it.each([
    [
      { type: 'account', event: 'DISABLED_UPDATE', banState: 'REINSTATE' },
      { topic: 'standing', isUsable: true },
    ],
    [
      { type: 'account', event: 'PARTNER_REMOVED' },
      { topic: 'standing', reason: 'token-refused' },
    ],
    [{ type: 'account', event: 'ACCOUNT_VIOLATION' }, { topic: 'violation' }],
    [{ type: 'account', event: 'ACCOUNT_RESTRICTION' }, { topic: 'restriction' }],
    [
      { type: 'limit', tier: 'TIER_10K' },
      { topic: 'limit', people: 10_000 },
    ],
  ])('%j is read as news of the account', async (news, known) => {
    tell(news);
    expect(await read()).toMatchObject([{ kind: 'account', business: { businessId: WABA }, news: known }]);
  });

  it('the first number tells what its phone has, once each, and another number nothing', async () => {
    expect(await askPhone(PHONE, 'history')).toMatchObject({
      status: 200,
      body: { messaging_product: 'whatsapp', request_id: expect.any(String) },
    });
    expect(await askPhone(PHONE, 'smb_app_state_sync')).toMatchObject({ status: 200 });
    expect(await read(2)).toMatchObject([
      { kind: 'history', isLast: true },
      { event: { type: 'address-book-name' } },
    ]);
    expect(await askPhone(PHONE, 'history')).toMatchObject({
      status: 400,
      body: { error: { code: 2593107 } },
    });
    expect(await askPhone(OTHER_PHONE, 'history')).toMatchObject({ body: { error: { code: 100 } } });
    expect(await askPhone(PHONE, 'everything')).toMatchObject({ body: { error: { code: 100 } } });
  });

  it('news of an unknown number are refused', () => {
    expect(() => tell({ type: 'address-book', accountId: '1', number: MARIA, name: 'Maria' })).toThrow(
      'no such number',
    );
  });
});
