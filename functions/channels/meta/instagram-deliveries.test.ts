import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { fixturesOf, readFixture } from '@prosa/tests/support/meta-fixtures.ts';
import { describe, expect, it } from 'vitest';

const FIRST_AT = 1_795_200_000_123;
const chat = { isGroup: false, identities: [{ kind: 'igsid', value: '880010000000001' }] };

/** Returns the customer's message, written `second` seconds after the first one. */
const from = (providerMessageId: string, content: object, more: object = {}, second = 0) => ({
  type: 'message',
  providerMessageId,
  sentAt: FIRST_AT + second * 1000,
  fromMe: false,
  isForwarded: false,
  chat,
  content,
  ...more,
});
const text = (words: string): InboundContent => ({ kind: 'text', text: words });
const asset = (n: number) => `https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=${n}&signature=a`;
const file = (kind: string, mimeType: string, url: string, more: object = {}) => ({
  kind,
  media: { mimeType, voice: false, source: JSON.stringify({ url }) },
  ...more,
});
const unsupported = (providerType: string, raw: string, more: object = {}) => ({
  kind: 'unsupported',
  providerType,
  raw,
  ...more,
});
const story = (of: string, link: string) => ({ about: { kind: 'story', of, link } });
const product = (productId: string) => ({ about: { kind: 'product', catalogId: '', productId } });
const reaction = (emoji: string, target: string, second: number) => ({
  type: 'reaction',
  providerMessageId: `${target}:${FIRST_AT + second * 1000}`,
  targetProviderMessageId: target,
  emoji,
  fromMe: false,
  chat,
  sentAt: FIRST_AT + second * 1000,
});

const EXPECTED: Record<string, unknown[]> = {
  text: [from('ig_text', text('Oi! Qual o preço?'))],
  'quick-reply': [from('ig_quick', text('Vendas'))],
  reply: [from('ig_reply', text('Esse'), { quotedProviderMessageId: 'ig_ours' })],
  files: [
    from('ig_image', file('image', 'image/jpeg', asset(1))),
    from('ig_video', file('video', 'video/mp4', asset(2)), {}, 1),
    from('ig_audio', file('audio', 'audio/mp4', asset(3)), {}, 2),
    from('ig_file', file('document', 'application/octet-stream', asset(4)), {}, 3),
  ],
  'several-images': [
    from('ig_images', file('image', 'image/jpeg', asset(5), { caption: 'Qual combina?' })),
    from('ig_images#1', file('image', 'image/jpeg', asset(6))),
  ],
  'story-mention': [
    from(
      'ig_mention',
      unsupported(
        'story_mention',
        '{"type":"story_mention","payload":{"url":' +
          '"https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=7&signature=a"}}',
      ),
      story('mention', asset(7)),
    ),
  ],
  'story-reply': [
    from('ig_story_reply', text('Amei esse!'), story('reply', asset(8))),
    from('ig_gone_story', text('E este?'), story('reply', ''), 1),
  ],
  'like-heart': [from('ig_heart', text('❤️'))],
  ephemeral: [from('ig_once', unsupported('ephemeral', '{"type":"ephemeral"}'))],
  unsupported: [
    from('ig_unsupported', unsupported('unsupported', '{"mid":"ig_unsupported","is_unsupported":true}')),
    from(
      'ig_unsupported_text',
      unsupported(
        'unsupported',
        '{"mid":"ig_unsupported_text","text":"olha","is_unsupported":true,' +
          '"attachments":[{"type":"unsupported_type"}]}',
        { caption: 'olha' },
      ),
      {},
      1,
    ),
  ],
  shares: [
    from('ig_share', file('image', 'image/jpeg', asset(9))),
    from('ig_post', file('image', 'image/jpeg', asset(10), { caption: 'Look da semana' }), {}, 1),
    from('ig_reel', text('Faz igual?\nPenteado fácil\nhttps://www.instagram.com/reel/DdAye7/'), {}, 2),
  ],
  template: [from('ig_template', text('Coleção nova\nFrete grátis'), { fromMe: true })],
  product: [
    from('ig_product', text('Bolsa\nR$ 89'), product('7712')),
    from('ig_shop', text('Tem em preto?'), product('7713'), 1),
  ],
  'ad-message': [
    from('ig_ad', text('Quero'), {
      isFreeEntry: true,
      about: {
        kind: 'ad',
        ad: {
          title: 'Bolsas',
          body: '',
          link: 'https://scontent.cdninstagram.test/ad.jpg',
          thumbnail: '',
        },
      },
    }),
  ],
  unsend: [{ type: 'revoke', targetProviderMessageId: 'ig_text', fromMe: false, chat, sentAt: FIRST_AT }],
  echo: [
    from('ig_inbox', text('Custa 30 reais'), { fromMe: true }),
    from('ig_inbox_2', text('Posso reservar?'), { fromMe: true }, 1),
  ],
  'own-echo': [
    from('ig_own', text('Custa 30 reais'), {
      fromMe: true,
      sentAs: { messageId: '12.3.1795200000000-0abc00000001', attempt: 2 },
    }),
    // Meta does not always repeat the reference.
    from('ig_own_2', text('Posso reservar?'), { fromMe: true }, 1),
  ],
  edit: [
    {
      type: 'edit',
      targetProviderMessageId: 'ig_text',
      text: 'Oi! Qual o valor?',
      fromMe: false,
      chat,
      sentAt: FIRST_AT,
    },
    new Error('message_edit of nobody'),
  ],
  reactions: [reaction('🔥', 'ig_ours', 0), reaction('', 'ig_ours', 1)],
  seen: [{ type: 'receipt', providerMessageId: 'ig_ours', ack: 3 }],
  postback: [from('ig_ice', text('Qual o horário?'))],
  referral: ['messaging referral'],
  standby: [from('ig_watched', text('Oi, assistente'), { isStandby: true })],
  control: ['messaging pass_thread_control'],
  comments: ['field comments', 'field messages'],
  conversation: [
    from('ig_first', text('Oi! Qual o preço?')),
    { type: 'revoke', targetProviderMessageId: 'ig_gone', fromMe: false, chat, sentAt: FIRST_AT + 1000 },
    { type: 'receipt', providerMessageId: 'ig_ours', ack: 3 },
    reaction('❤️', 'ig_ours', 3),
    from(
      'ig_story',
      unsupported('story_mention', '{"type":"story_mention","payload":{"url":"https://example.com/s"}}'),
      story('mention', 'https://example.com/s'),
      4,
    ),
  ],
};

describe('deliveries of Instagram', () => {
  it('each fixture has its expected updates here', () => {
    expect(Object.keys(EXPECTED).toSorted()).toEqual(fixturesOf('instagram').toSorted());
  });

  it.each(Object.entries(EXPECTED))('%s is read as expected', (name, expected) => {
    expect(readFixture('instagram', name)).toStrictEqual(expected);
  });
});
