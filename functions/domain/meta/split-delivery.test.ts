import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { splitDelivery } from './split-delivery.ts';

const RECEIVED_AT = 1_795_200_030_000;

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../tests/fixtures/meta/${name}.json`, import.meta.url), 'utf8'));

const split = (name: string) => splitDelivery(fixture(name), RECEIVED_AT);
const events = (name: string) => split(name).flatMap((update) => (update.kind === 'event' ? [update] : []));

describe('splitDelivery', () => {
  it.each([
    ['whatsapp-text', ['entry', 0, 'changes', 0, 'value', 'messages', 0], { source_type: 'ad' }, true],
    ['messenger-text', ['entry', 0, 'messaging', 0, 'message'], { source: 'ADS', ad_id: '7' }, true],
    ['messenger-text', ['entry', 0, 'messaging', 0, 'message'], { source: 'SHORTLINK' }, undefined],
  ] as const)(
    'R28: detects for %s whether the contact came through an advertisement',
    (name, path, referral, expected) => {
      const delivery = fixture(name);
      const message = path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), delivery);
      Reflect.set(Object(message), 'referral', referral);
      const [update] = splitDelivery(delivery, RECEIVED_AT);
      expect(update).toMatchObject({ event: { type: 'message' } });
      const isFreeEntry =
        update?.kind === 'event' && update.event.type === 'message' && update.event.isFreeEntry;
      expect(isFreeEntry).toBe(expected);
    },
  );

  it('reads a WhatsApp text with the permanent id before the number', () => {
    expect(events('whatsapp-text')).toEqual([
      {
        kind: 'event',
        account: { channel: 'whatsappapi', accountId: '106540352242922' },
        chatKey: 'BR.13491208655302741918',
        sentAt: 1_795_200_000_000,
        event: {
          type: 'message',
          providerMessageId: 'wamid.HBgMNTUxMTk4NzY1MDAwMRUCABIYFDNB',
          sentAt: 1_795_200_000_000,
          fromMe: false,
          isForwarded: false,
          chat: {
            isGroup: false,
            identities: [
              { kind: 'bsuid', value: 'BR.13491208655302741918' },
              { kind: 'phone', value: '5511987650001' },
            ],
            name: 'Sônia Prado',
          },
          content: { kind: 'text', text: 'Olá, vocês abrem amanhã? 😀' },
        },
      },
    ]);
  });

  it('reads a reply of a customer whose number is hidden', () => {
    expect(events('whatsapp-user-name-only')[0]?.event).toMatchObject({
      chat: { identities: [{ kind: 'bsuid', value: 'BR.99991208655302741918' }], name: 'Caio' },
      content: { kind: 'text', text: 'Financeiro' },
      quotedProviderMessageId: 'wamid.THEQUESTION',
    });
  });

  it('reads statuses as receipts in the conversation of their message', () => {
    expect(split('whatsapp-statuses')).toMatchObject([
      { chatKey: '5511987650001', event: { type: 'receipt', providerMessageId: 'wamid.OURS', ack: 3 } },
      { event: { type: 'receipt', ack: 2 } },
      { kind: 'ignored', what: 'status failed' },
    ]);
  });

  it('reads reactions, edits, deletions and locations, and replaces unsupported content by a note', () => {
    expect(split('whatsapp-changes')).toMatchObject([
      { event: { type: 'reaction', targetProviderMessageId: 'wamid.OURS', emoji: '🙏' } },
      { event: { type: 'edit', targetProviderMessageId: 'wamid.FIRST', text: 'Olá, abrem no sábado?' } },
      { event: { type: 'revoke', targetProviderMessageId: 'wamid.SECOND' } },
      { event: { type: 'message', content: { kind: 'unsupported', providerType: 'image' } } },
      { event: { type: 'message', content: { kind: 'location', location: { name: 'Praça da Sé' } } } },
      { kind: 'ignored', what: 'field phone_number_quality_update' },
    ]);
  });

  it('reads Messenger texts, echoes, deliveries and edits', () => {
    expect(split('messenger-text')).toMatchObject([
      {
        account: { channel: 'facebook', accountId: '209001112223334' },
        chatKey: '7000000000000001',
        event: {
          fromMe: false,
          chat: { identities: [{ kind: 'psid', value: '7000000000000001' }] },
          sentAt: 1_795_200_000_123,
        },
      },
      { event: { fromMe: true, chat: { identities: [{ kind: 'psid', value: '7000000000000001' }] } } },
      { event: { type: 'receipt', providerMessageId: 'm_echo', ack: 2 } },
      { kind: 'ignored' },
      {
        event: { type: 'edit', targetProviderMessageId: 'm_first', text: 'Tem no tamanho G?', fromMe: false },
      },
    ]);
  });

  it('reads Instagram texts, unsent messages, reads and reactions', () => {
    expect(split('instagram-text')).toMatchObject([
      {
        account: { channel: 'instagram' },
        event: { chat: { identities: [{ kind: 'igsid', value: '88001' }] } },
      },
      { event: { type: 'revoke', targetProviderMessageId: 'ig_gone' } },
      { event: { type: 'receipt', providerMessageId: 'ig_ours', ack: 3 } },
      { event: { type: 'reaction', emoji: '❤️' } },
      { event: { content: { kind: 'unsupported', providerType: 'story_mention' } } },
    ]);
  });

  it('S-51: rejects messages older than eight days', () => {
    const late = 1_795_200_000_000 + 8 * 86_400_000 + 1;
    expect(splitDelivery(fixture('whatsapp-text'), late)).toMatchObject([
      { kind: 'problem', reason: 'older than 8 days' },
    ]);
    expect(splitDelivery(fixture('whatsapp-text'), late - 2)).toMatchObject([{ kind: 'event' }]);
  });

  it.each([[null], [[]], ['x'], [{}], [{ object: 'page' }], [{ object: 'page', entry: {} }]])(
    'reports the problem of %j',
    (payload) => {
      expect(splitDelivery(payload, RECEIVED_AT)).toMatchObject([{ kind: 'problem' }]);
    },
  );

  it('reports a problem for each malformed entry, change or message', () => {
    const entries = [null, { changes: [{ field: 'messages', value: { metadata: {} } }] }, { changes: [7] }];
    const delivery = { object: 'whatsapp_business_account', entry: entries };
    expect(splitDelivery(delivery, RECEIVED_AT).map(({ kind }) => kind)).toEqual([
      'problem',
      'problem',
      'problem',
    ]);
  });
});
