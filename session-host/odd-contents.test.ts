import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { proto } from 'baileys';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './testing/harness.ts';

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
/** What came of a message, once what was written after it is there. */
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
const text = (words: string): InboundContent => ({ kind: 'text', text: words });

describe('messages with buttons and menus say what they say', () => {
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
      text(
        'Pedido 12\nSeu pedido saiu.\n[ 1 ] Recebi\n[ 2 ] Rastrear\nhttps://loja.example/12\n[ 3 ] Ligar\n+551133334444\nLoja Sol',
      ),
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
      text('Confirma?\n[ 1 ] Sim\n[ 2 ] Não\nAté amanhã'),
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
      text('*Setores*\nCom quem quer falar?\n*Venda*\n[ 1 ] Balcão\naté 18h\n[ 2 ] Site\nLoja Sol'),
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
      text('Cobrança\nPague com PIX\n[ 1 ] Copiar chave\n[ 2 ] A\n[ 3 ] B\nLoja Sol'),
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

describe('stanzas without a content make no bubble', () => {
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
    ['a pin', { pinInChatMessage: { key, type: 1 } }],
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

  it('a nest as phones make it still shows what it holds', async () => {
    expect(await outcome(nested(8))).toMatchObject([{ content: text('fundo') }]);
  });
});

describe('edits', () => {
  it('change a caption, and take it away', async () => {
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

  /** An edit as phones encrypt it: with what the message brought along. */
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

  it.each(['lid', 'phone'] as const)(
    'are opened where they are encrypted, by the writer’s %s',
    async (name) => {
      const secret = randomBytes(32);
      const author = bench.fake.network.jidsOf(CUSTOMER)[name];
      const id = await write(withSecret('Sai às 17h', secret));
      const [, edit] = await outcome(sealed(id, secret, author, { conversation: 'Sai às 18h' }), {
        edit: '1',
      });
      expect(edit).toMatchObject({ type: 'edit', targetProviderMessageId: id, text: 'Sai às 18h' });
    },
  );

  it('are opened after a restart, with what the table keeps', async () => {
    const secret = randomBytes(32);
    const { lid } = bench.fake.network.jidsOf(CUSTOMER);
    const id = await write(withSecret('Rua A, 10', secret));
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    const other = await openBench();
    try {
      await other.pair();
      // The other process never saw the message; its table has it.
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
