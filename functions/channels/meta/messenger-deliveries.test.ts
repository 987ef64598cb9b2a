import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { fixturesOf, readFixture } from '@prosa/tests/support/meta-fixtures.ts';
import { describe, expect, it } from 'vitest';

const FIRST_AT = 1_795_200_000_123;
const chat = { isGroup: false, identities: [{ kind: 'psid', value: '7000000000000001' }] };

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
const file = (kind: string, mimeType: string, url: string, more: object = {}) => ({
  kind,
  media: { mimeType, voice: false, source: JSON.stringify({ url }) },
  ...more,
});
const product = (productId: string) => ({ about: { kind: 'product', catalogId: '', productId } });
const ad = (title: string, link: string) => ({
  isFreeEntry: true,
  about: { kind: 'ad', ad: { title, body: '', link, thumbnail: '' } },
});
const SUMMER = ad('Verão 30% off', 'https://scontent.fbcdn.test/ad.jpg');
const reaction = (emoji: string, second: number) => ({
  type: 'reaction',
  providerMessageId: `m_ours:${FIRST_AT + second * 1000}`,
  targetProviderMessageId: 'm_ours',
  emoji,
  fromMe: false,
  chat,
  sentAt: FIRST_AT + second * 1000,
});
const unsupported = (providerType: string, raw: string, more: object = {}) => ({
  kind: 'unsupported',
  providerType,
  raw,
  ...more,
});

const EXPECTED: Record<string, unknown[]> = {
  text: [from('m_text', text('Vocês entregam em Olinda? 😀'))],
  'quick-reply': [from('m_quick', text('Financeiro'))],
  reply: [from('m_reply', text('Esse mesmo'), { quotedProviderMessageId: 'm_ours' })],
  'image-with-text': [
    from(
      'm_image',
      file('image', 'image/jpeg', 'https://cdn.fbsbx.test/v/broken.jpg?oh=1', { caption: 'Chegou assim' }),
    ),
  ],
  'several-attachments': [
    from(
      'm_several',
      file('image', 'image/jpeg', 'https://cdn.fbsbx.test/v/1.jpg', { caption: 'Tudo aqui' }),
    ),
    from('m_several#1', file('video', 'video/mp4', 'https://cdn.fbsbx.test/v/2.mp4')),
    from('m_several#2', file('audio', 'audio/mp4', 'https://cdn.fbsbx.test/v/audioclip-3.mp4')),
    from('m_several#3', {
      kind: 'document',
      media: {
        mimeType: 'application/octet-stream',
        fileName: 'Orçamento 2026.pdf',
        voice: false,
        source: '{"url":"https://cdn.fbsbx.test/v/Or%C3%A7amento%202026.pdf?oh=4"}',
      },
    }),
  ],
  'audio-with-text': [
    from('m_audio', text('Ouça, por favor')),
    from('m_audio#1', file('audio', 'audio/mp4', 'https://cdn.fbsbx.test/v/audioclip-1.mp4')),
  ],
  sticker: [
    from('m_sticker', file('sticker', 'image/png', 'https://scontent.fbcdn.test/like.png')),
    from('m_old_sticker', file('sticker', 'image/png', 'https://scontent.fbcdn.test/like.png'), {}, 1),
  ],
  reels: [
    from('m_reel', text('Como medir a cintura\nhttps://www.facebook.com/reel/1234567890')),
    from(
      'm_ig_reel',
      file('video', 'video/mp4', 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1&signature=a', {
        caption: 'Tem esse?',
      }),
      {},
      1,
    ),
  ],
  posts: [
    from('m_post', text('Promoção de verão\nhttps://www.facebook.com/loja/posts/42')),
    from(
      'm_ig_post',
      file('image', 'image/jpeg', 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=2&signature=b', {
        caption: 'Look da semana',
      }),
      {},
      1,
    ),
  ],
  link: [
    from('m_link', text('Vi aqui: https://loja.example/vestidos/12')),
    from('m_shared_link', text('Vestido 13\nhttps://loja.example/vestidos/13'), {}, 1),
    from('m_old_link', text('Vestido 14\nhttps://loja.example/vestidos/14'), {}, 2),
  ],
  'unsupported-share': [
    from('m_share', unsupported('fallback', '{"type":"fallback","payload":null}', { caption: 'Olha isso' })),
  ],
  product: [
    from('m_product', text('Ainda tem?\nVestido 12\nR$ 129,90'), product('5512')),
    from('m_shop', text('Qual o prazo?'), product('5513'), 1),
  ],
  'appointment-booking': [
    from('m_booking', {
      kind: 'event',
      event: {
        name: '',
        description: '',
        place: '',
        link: '',
        startsAt: 1_795_300_000_000,
        endsAt: 1_795_303_600_000,
        isCancelled: false,
      },
    }),
    from(
      'm_declined',
      {
        kind: 'event',
        event: {
          name: '',
          description: '',
          place: '',
          link: '',
          startsAt: 1_795_300_000_000,
          endsAt: null,
          isCancelled: true,
        },
      },
      {},
      1,
    ),
  ],
  location: [
    from('m_place', text('Estou aqui')),
    from('m_place#1', {
      kind: 'location',
      location: { latitude: -23.5503, longitude: -46.6339, name: 'Praça da Sé', address: '' },
    }),
  ],
  'ad-message': [
    from('m_ad', text('Quero saber mais'), SUMMER),
    from('m_ad_video', text('E este?'), ad('', 'https://scontent.fbcdn.test/ad-video.jpg'), 1),
  ],
  'link-message': [from('m_shortlink', text('Oi'))],
  postback: [
    from('m_postback', text('Falar com a loja')),
    from('m_ad_postback', text('Começar'), SUMMER, 1),
    from('m_untitled', text('GET_STARTED'), {}, 2),
  ],
  'old-postback': [
    {
      ...from(
        // SHA-256 of '["7000000000000001",1795200000000,"GET_STARTED"]'.
        'postback:1dddeb15efdd579bcfb294070d396a1e097b712e414689203018851a00b7599d',
        text('Começar'),
      ),
      sentAt: 1_795_200_000_000,
    },
  ],
  'postback-of-user-ref': [new Error('postback of nobody')],
  referral: ['messaging referral', 'messaging referral'],
  reactions: [reaction('❤️', 0), reaction('', 1), reaction('👎', 2)],
  echo: [
    from('m_inbox', text('Boa tarde!'), { fromMe: true }),
    from('m_app', text('Pedido 12\nSaiu para entrega'), { fromMe: true }, 1),
    from('m_button', text('Confirma o endereço?'), { fromMe: true }, 2),
    from(
      'm_media',
      unsupported(
        'template',
        '{"type":"template","payload":{"template_type":"media","elements":[{"media_type":"image",' +
          '"attachment_id":2457235337685388}]},"title":"","url":"https://www.facebook.com/commerce/update/"}',
      ),
      { fromMe: true },
      3,
    ),
  ],
  'own-echo': [
    from('m_own', text('Já enviamos!'), {
      fromMe: true,
      sentAs: { messageId: '12.3.1795200000000-0abc00000001', attempt: 1 },
    }),
    // No attempt has the number 0: the reference is another program's.
    from('m_own_button', text('Qual área?'), { fromMe: true }, 1),
  ],
  edit: [
    {
      type: 'edit',
      targetProviderMessageId: 'm_text',
      text: 'Vocês entregam em Recife?',
      fromMe: false,
      chat,
      sentAt: FIRST_AT,
    },
  ],
  deliveries: [
    { type: 'receipt', providerMessageId: 'm_ours', ack: 2 },
    { type: 'receipt', providerMessageId: 'm_ours_2', ack: 2 },
    { type: 'receipt-until', chat, until: 1_795_200_001_023, ack: 2 },
  ],
  read: [{ type: 'receipt-until', chat, until: 1_795_200_000_923, ack: 3 }, 'receipt of the account'],
  standby: [
    from('m_watched', text('Oi, assistente'), { isStandby: true }),
    from('m_watched_echo', text('Olá! Sou o assistente.'), { isStandby: true, fromMe: true }, 1),
    'postback in standby',
    { type: 'receipt-until', chat, until: 1_795_200_002_623, ack: 3 },
  ],
  control: [
    'messaging pass_thread_control',
    'messaging take_thread_control',
    'messaging request_thread_control',
  ],
  policy: ['messaging policy_enforcement', 'messaging policy-enforcement'],
  optin: ['messaging optin'],
  conversation: [
    from('m_first', text('Tem no tamanho M?')),
    from('m_echo', text('Tem sim!'), { fromMe: true }, 1),
    { type: 'receipt', providerMessageId: 'm_echo', ack: 2 },
    { type: 'receipt-until', chat, until: 1_795_200_003_000, ack: 3 },
    {
      type: 'edit',
      targetProviderMessageId: 'm_first',
      text: 'Tem no tamanho G?',
      fromMe: false,
      chat,
      sentAt: FIRST_AT + 4000,
    },
  ],
};

describe('deliveries of Messenger', () => {
  it('each fixture has its expected updates here', () => {
    expect(Object.keys(EXPECTED).toSorted()).toEqual(fixturesOf('messenger').toSorted());
  });

  it.each(Object.entries(EXPECTED))('%s is read as expected', (name, expected) => {
    expect(readFixture('messenger', name)).toStrictEqual(expected);
  });
});
