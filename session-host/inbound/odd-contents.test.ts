import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import type { InteractiveContent } from '@prosa/shared/messaging/rich-content.ts';
import { proto } from 'baileys';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../testing/harness.ts';

const CUSTOMER = '5511977773333';
const KEY = '1:2';
const { ProtocolMessage, SecretEncryptedMessage } = proto.Message;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.pair();
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.inbox.events.length = 0;
});

const write = (message: proto.IMessage, more: { id?: string; attrs?: Record<string, string> } = {}) =>
  bench.fake.network.phones.write(KEY, { from: CUSTOMER, message, ...more });
/** Returns the events of a message, once a later message has arrived. */
const outcome = async (message: proto.IMessage, attrs: Record<string, string> = {}) => {
  await write(message, { attrs });
  const last = await write({ conversation: 'fim' });
  await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === last);
  return bench.inbox.events.filter(
    (event) =>
      event.type !== 'session' && !('providerMessageId' in event && event.providerMessageId === last),
  );
};

const bytes = Buffer.from('0123456789abcdef');
const file = { directPath: '/v/abc', mediaKey: bytes, fileSha256: bytes, mimetype: 'image/jpeg' };
const interactive = (content: InteractiveContent): InboundContent => ({ kind: 'interactive', content });
const text = (words: string): InboundContent => ({ kind: 'text', text: words });

describe('the text of messages with buttons and menus', () => {
  it.each<[string, proto.IMessage, object]>([
    [
      'a template',
      {
        templateMessage: {
          hydratedTemplate: {
            hydratedTitleText: 'Pedido 12',
            hydratedContentText: 'Seu pedido saiu.',
            hydratedFooterText: 'Loja Sol',
            hydratedButtons: [
              { quickReplyButton: { displayText: 'Recebi' } },
              { urlButton: { displayText: 'Rastrear', url: 'https://loja.example/12' } },
              { callButton: { displayText: 'Ligar', phoneNumber: '+551133334444' } },
            ],
          },
        },
      },
      interactive({
        kind: 'buttons',
        title: 'Pedido 12',
        text: 'Seu pedido saiu.',
        footer: 'Loja Sol',
        buttons: [
          { action: 'reply', id: '1', title: 'Recebi' },
          { action: 'url', title: 'Rastrear', url: 'https://loja.example/12' },
          { action: 'call', title: 'Ligar', number: '+551133334444' },
        ],
      }),
    ],
    [
      'a template with a picture on top',
      { templateMessage: { hydratedFourRowTemplate: { imageMessage: file, hydratedContentText: 'Veja' } } },
      { kind: 'image', caption: 'Veja' },
    ],
    [
      'buttons',
      {
        buttonsMessage: {
          contentText: 'Confirma?',
          footerText: 'Até amanhã',
          buttons: [{ buttonText: { displayText: 'Sim' } }, { buttonText: { displayText: 'Não' } }],
        },
      },
      interactive({
        kind: 'buttons',
        title: '',
        text: 'Confirma?',
        footer: 'Até amanhã',
        buttons: [
          { action: 'reply', id: '1', title: 'Sim' },
          { action: 'reply', id: '2', title: 'Não' },
        ],
      }),
    ],
    [
      'a list',
      {
        listMessage: {
          title: 'Setores',
          description: 'Com quem quer falar?',
          footerText: 'Loja Sol',
          sections: [
            { title: 'Venda', rows: [{ title: 'Balcão', description: 'até 18h' }, { title: 'Site' }] },
          ],
        },
      },
      interactive({
        kind: 'list',
        title: 'Setores',
        text: 'Com quem quer falar?',
        footer: 'Loja Sol',
        button: 'Com quem quer falar?',
        sections: [
          {
            title: 'Venda',
            rows: [
              { id: '1', title: 'Balcão', description: 'até 18h' },
              { id: '2', title: 'Site', description: '' },
            ],
          },
        ],
      }),
    ],
    [
      'a menu of the newer kind',
      {
        interactiveMessage: {
          body: { text: 'Com quem quer falar?' },
          nativeFlowMessage: {
            buttons: [
              {
                name: 'single_select',
                buttonParamsJson: JSON.stringify({
                  title: 'Escolher',
                  sections: [
                    { title: 'Venda', rows: [{ title: 'Balcão', id: 'b', description: 'até 18h' }] },
                  ],
                }),
              },
            ],
          },
        },
      },
      interactive({
        kind: 'list',
        title: '',
        text: 'Com quem quer falar?',
        footer: '',
        button: 'Escolher',
        sections: [{ title: 'Venda', rows: [{ id: 'b', title: 'Balcão', description: 'até 18h' }] }],
      }),
    ],
    [
      'a payment',
      {
        interactiveMessage: {
          header: { title: 'Pedido 12' },
          nativeFlowMessage: {
            buttons: [
              {
                name: 'payment_info',
                buttonParamsJson: JSON.stringify({
                  currency: 'BRL',
                  total_amount: { value: 4990, offset: 100 },
                  payment_settings: [
                    {
                      type: 'pix_static_code',
                      pix_static_code: { merchant_name: 'Loja', key: 'loja@loja.example', key_type: 'EMAIL' },
                    },
                  ],
                }),
              },
            ],
          },
        },
      },
      interactive({
        kind: 'pix',
        title: 'Pedido 12',
        amountCents: 4990,
        keyType: 'EMAIL',
        pixKey: 'loja@loja.example',
        merchantName: 'Loja',
      }),
    ],
    [
      'buttons that a browser must not follow, or that lack what they are for',
      {
        interactiveMessage: {
          body: { text: 'Promoção' },
          nativeFlowMessage: {
            buttons: [
              { name: 'cta_url', buttonParamsJson: '{"display_text":"Abrir","url":"javascript:alert(1)"}' },
              { name: 'cta_copy', buttonParamsJson: '{"display_text":"Copiar"}' },
              {
                name: 'cta_call',
                buttonParamsJson: '{"display_text":"Ligar","phone_number":"+551133334444"}',
              },
            ],
          },
        },
      },
      interactive({
        kind: 'buttons',
        title: '',
        text: 'Promoção',
        footer: '',
        buttons: [
          { action: 'url', title: 'Abrir', url: '' },
          { action: 'copy', title: 'Copiar', code: '' },
          { action: 'call', title: 'Ligar', number: '+551133334444' },
        ],
      }),
    ],
    [
      'a menu longer than can be kept',
      {
        listMessage: {
          description: 'Escolha',
          sections: [{ rows: Array.from({ length: 101 }, () => ({ title: 'x' })) }],
        },
      },
      text(['Escolha', ...Array.from({ length: 101 }, (_none, at) => `[ ${at + 1} ] x`)].join('\n')),
    ],
    [
      'interactive ones',
      {
        viewOnceMessage: {
          message: {
            interactiveMessage: {
              header: { title: 'Cobrança' },
              body: { text: 'Pague com PIX' },
              footer: { text: 'Loja Sol' },
              nativeFlowMessage: {
                buttons: [
                  { name: 'cta_copy', buttonParamsJson: '{"display_text":"Copiar chave"}' },
                  {
                    name: 'single_select',
                    buttonParamsJson: '{"sections":[{"rows":[{"title":"A"},{"title":"B"}]}]}',
                  },
                  { name: 'broken', buttonParamsJson: '{' },
                ],
              },
            },
          },
        },
      },
      interactive({
        kind: 'buttons',
        title: 'Cobrança',
        text: 'Pague com PIX',
        footer: 'Loja Sol',
        buttons: [
          { action: 'copy', title: 'Copiar chave', code: '' },
          { action: 'reply', id: '1', title: 'A' },
          { action: 'reply', id: '2', title: 'B' },
        ],
      }),
    ],
    [
      'cards',
      {
        interactiveMessage: {
          body: { text: 'Ofertas' },
          carouselMessage: { cards: [{ body: { text: 'Sofá' } }, { body: { text: 'Mesa' } }] },
        },
      },
      text('Ofertas\nSofá\nMesa'),
    ],
    [
      'a picture of an album',
      { associatedChildMessage: { message: { imageMessage: file } } },
      { kind: 'image' },
    ],
    [
      'a sticker that moves',
      { lottieStickerMessage: { message: { stickerMessage: file } } },
      { kind: 'sticker' },
    ],
  ])('%s', async (_name, message, content) => {
    const [event] = await outcome(message);
    expect(event).toMatchObject({ type: 'message', content });
  });
});

describe('stanzas without content make no message', () => {
  const key = { id: 'OLD', fromMe: false, remoteJid: 'x@lid' };
  const nested = (depth: number): proto.IMessage =>
    depth === 0 ? { conversation: 'fundo' } : { ephemeralMessage: { message: nested(depth - 1) } };

  it.each<[string, proto.IMessage]>([
    ['nothing at all', {}],
    ['a text without a character', { extendedTextMessage: { text: '' } }],
    ['a header of an album', { albumMessage: { expectedImageCount: 3 } }],
    ['keys of a group', { senderKeyDistributionMessage: { groupId: 'g@g.us' } }],
    ['context alone', { messageContextInfo: { messageSecret: randomBytes(32) } }],
    ['a wrapper around nothing', { ephemeralMessage: {} }],
    ['a nest without end', nested(60)],
    ['a pin of an unknown kind', { pinInChatMessage: { key, type: 0 } }],
    ['a message kept', { keepInChatMessage: { key, keepType: 1 } }],
    [
      'an encrypted reaction',
      { encReactionMessage: { targetMessageKey: key, encPayload: bytes, encIv: bytes } },
    ],
    ['an encrypted answer to an event', { encEventResponseMessage: { eventCreationMessageKey: key } }],
    ['a vote', { pollUpdateMessage: { pollCreationMessageKey: key } }],
    ['a call log', { callLogMesssage: { isVideo: false } }],
    ['a protocol message about nothing', { protocolMessage: {} }],
    ['a deletion of nothing', { protocolMessage: { type: ProtocolMessage.Type.REVOKE } }],
    ['an edit of nothing', { protocolMessage: { type: ProtocolMessage.Type.MESSAGE_EDIT } }],
    ['a reaction to nothing', { reactionMessage: { text: '👍' } }],
    [
      'a setting of the chat',
      { protocolMessage: { type: ProtocolMessage.Type.EPHEMERAL_SETTING, ephemeralExpiration: 86_400 } },
    ],
    [
      'a sync of keys from a stranger',
      { protocolMessage: { type: ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE } },
    ],
    [
      'a history from a stranger',
      {
        protocolMessage: {
          type: ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
          historySyncNotification: {},
        },
      },
    ],
    [
      'an encrypted edit of an unknown message',
      {
        secretEncryptedMessage: {
          targetMessageKey: key,
          encPayload: randomBytes(40),
          encIv: randomBytes(12),
          secretEncType: 2,
        },
      },
    ],
  ])('%s', async (_name, message) => {
    expect(await outcome(message)).toEqual([]);
  });

  it('a message nested as deep as phones do shows its content', async () => {
    expect(await outcome(nested(8))).toMatchObject([{ content: text('fundo') }]);
  });
});

describe('an edit', () => {
  it('changes a caption, and removes it', async () => {
    const id = await write({ imageMessage: { ...file, caption: 'foto' } });
    const edit = (caption?: string): proto.IMessage => ({
      editedMessage: {
        message: {
          protocolMessage: {
            key: { id, fromMe: true },
            type: ProtocolMessage.Type.MESSAGE_EDIT,
            editedMessage: { imageMessage: caption === undefined ? {} : { caption } },
          },
        },
      },
    });
    await outcome(edit('fotografia'), { edit: '1' });
    const events = await outcome(edit());
    expect(events.filter(({ type }) => type === 'edit')).toMatchObject([
      { targetProviderMessageId: id, text: 'fotografia' },
      { targetProviderMessageId: id, text: '' },
    ]);
  });

  /** Returns an edit encrypted as phones do, with the secret of the message. */
  const sealed = (id: string, secret: Buffer, author: string, message: proto.IMessage): proto.IMessage => {
    const iv = randomBytes(12);
    const info = `${id}${author}${author}Message Edit`;
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', secret, '', info, 32)), iv);
    const plain = proto.Message.encode(message).finish();
    const encPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return {
      secretEncryptedMessage: {
        targetMessageKey: { id, fromMe: true },
        encPayload,
        encIv: iv,
        secretEncType: SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT,
      },
    };
  };
  const withSecret = (conversation: string, messageSecret: Buffer): proto.IMessage => ({
    conversation,
    messageContextInfo: { messageSecret },
  });

  it.each(['lid', 'phone'] as const)('is decrypted with the writer’s %s', async (name) => {
    const secret = randomBytes(32);
    const author = bench.fake.network.jidsOf(CUSTOMER)[name];
    const id = await write(withSecret('Sai às 17h', secret));
    const [, edit] = await outcome(sealed(id, secret, author, { conversation: 'Sai às 18h' }), {
      edit: '1',
    });
    expect(edit).toMatchObject({ type: 'edit', targetProviderMessageId: id, text: 'Sai às 18h' });
  });

  it('is decrypted after a restart, with the secret in the table', async () => {
    const secret = randomBytes(32);
    const { lid } = bench.fake.network.jidsOf(CUSTOMER);
    const id = await write(withSecret('Rua A, 10', secret));
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    const other = await openBench();
    try {
      await other.pair();
      // The other process never received the message, but its table has it.
      other.inbox.events.push(...bench.inbox.events);
      const message = { protocolMessage: { editedMessage: { extendedTextMessage: { text: 'Rua A, 100' } } } };
      await other.fake.network.phones.write(KEY, {
        from: CUSTOMER,
        message: sealed(id, secret, lid, message),
      });
      expect(await other.inbox.next('edit')).toMatchObject({
        targetProviderMessageId: id,
        text: 'Rua A, 100',
      });
    } finally {
      await other.close();
    }
  });
});
