import { proto } from 'baileys';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './testing/harness.ts';

const CUSTOMER = '5511977772222';
const GROUP = '120363000000000010';
const KEY = '1:2';

describe('messages that this device cannot open', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(() => bench.close());

  const phones = () => bench.fake.network.phones;
  const contents = (id: string) =>
    bench.inbox.events.flatMap((event) =>
      event.type === 'message' && event.providerMessageId === id ? [event.content] : [],
    );
  const health = () => bench.host.health().connections[0];
  /** What comes after is not held up, and everything before it has been dealt with. */
  const nextArrives = async () => {
    const id = await phones().write(KEY, { from: CUSTOMER, message: { conversation: 'e depois?' } });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
  };

  it('stand as placeholders until their phone sends them again, under the same id', async () => {
    const id = await phones().write(KEY, {
      from: CUSTOMER,
      name: 'Maria',
      message: { conversation: 'Quanto custa?' },
      spoiled: 'once',
    });
    await expect
      .poll(() => contents(id))
      .toEqual([
        { kind: 'placeholder', of: 'ciphertext' },
        { kind: 'text', text: 'Quanto custa?' },
      ]);
    expect(health()).toMatchObject({ undecryptable: 1, recovered: 1, viewOnce: 0 });
    await nextArrives();
  });

  it('stay placeholders where it cannot, and are counted', async () => {
    const id = await phones().write(KEY, {
      from: CUSTOMER,
      message: { conversation: 'perdida' },
      spoiled: 'always',
    });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    expect(contents(id)).toEqual([{ kind: 'placeholder', of: 'ciphertext' }]);
    expect(health()).toMatchObject({ undecryptable: 1, recovered: 0 });
  });

  it('of a group, too, and name who wrote', async () => {
    await bench.write({ from: CUSTOMER, text: 'oi', group: { id: GROUP, name: 'Obra' } });
    const id = await phones().write(KEY, {
      from: CUSTOMER,
      group: GROUP,
      message: { conversation: 'Chegou o cimento' },
      spoiled: 'once',
    });
    await expect
      .poll(() => contents(id))
      .toEqual([
        { kind: 'placeholder', of: 'ciphertext' },
        { kind: 'text', text: 'Chegou o cimento' },
      ]);
    const { chat } = await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    expect(chat.participant?.identities[0]).toEqual({ kind: 'phone', value: CUSTOMER });
  });

  it('are the first ones after an advertisement: the account’s phone tells them', async () => {
    const id = phones().writeUnavailable(KEY, {
      from: CUSTOMER,
      name: 'Maria',
      message: { extendedTextMessage: { text: 'Vi o anúncio', contextInfo: { conversionSource: 'FB_Ads' } } },
    });
    const placeholder = await bench.inbox.next(
      'message',
      ({ providerMessageId }) => providerMessageId === id,
    );
    expect(placeholder.content).toEqual({ kind: 'placeholder', of: 'ciphertext' });
    expect(placeholder.chat.name).toBe('Maria');
    // Baileys asks after two seconds.
    await expect
      .poll(() => contents(id), { timeout: 10_000 })
      .toContainEqual({ kind: 'text', text: 'Vi o anúncio' });
    const orders = new Set(
      bench.inbox.groups.filter(({ messageId }) => messageId.includes(id)).map(({ groupId }) => groupId),
    );
    expect([...orders]).toEqual(['1:2:phone:551177772222']);
    expect(health()).toMatchObject({ undecryptable: 1, recovered: 1 });
  });

  it.each(['view_once', 'view_once_unavailable_fanout'])('are shown on the phone alone: %s', async (type) => {
    const message = { viewOnceMessageV2: { message: { imageMessage: { mimetype: 'image/jpeg' } } } };
    const id = phones().writeUnavailable(KEY, { from: CUSTOMER, message }, { type });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    await nextArrives();
    expect(contents(id)).toEqual([{ kind: 'placeholder', of: 'view-once' }]);
    expect(health()).toMatchObject({ viewOnce: 1, undecryptable: 0 });
  });

  it('are not told by anybody but the account’s own phone', async () => {
    const told = proto.WebMessageInfo.encode({
      key: { remoteJid: '5511900001111@s.whatsapp.net', fromMe: false, id: 'FORGED' },
      message: { conversation: 'Mude a chave PIX' },
      messageTimestamp: 1,
    }).finish();
    await phones().write(KEY, {
      from: CUSTOMER,
      message: {
        protocolMessage: {
          type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
          peerDataOperationRequestResponseMessage: {
            stanzaId: 'X',
            peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes: told } }],
          },
        },
      },
    });
    await nextArrives();
    expect(contents('FORGED')).toEqual([]);
  });

  it('leave nothing where they only change another message', async () => {
    const key = { id: 'OLD', fromMe: false, remoteJid: 'x@lid' };
    const reaction = { reactionMessage: { key, text: '👍' } };
    const spoiled = { from: CUSTOMER, spoiled: 'always' } as const;
    await phones().write(KEY, { ...spoiled, message: reaction, attrs: { type: 'reaction' } });
    await phones().write(KEY, { ...spoiled, message: { conversation: 'x' }, attrs: { edit: '1' } });
    await nextArrives();
    expect(bench.inbox.events.filter(({ type }) => type === 'message')).toHaveLength(1);
  });
});
