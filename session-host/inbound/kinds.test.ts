import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';

const CUSTOMER = '5511977776666';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
type InboundMedia = Extract<InboundContent, { media: unknown }>['media'];
const CUSTOMER_ONLY: Identity[] = [{ kind: 'phone', value: CUSTOMER }];

describe('kinds of messages over the real socket', () => {
  let bench: Bench;
  let count = 0;
  beforeAll(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterAll(() => bench.close());

  const inbound = async (message: Parameters<Bench['write']>[0]) => {
    const id = await bench.write(message);
    return bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
  };
  const shown = () => bench.fake.network.conversation(CUSTOMER).filter((line) => !line.fromCustomer);
  const send = async (
    content: Extract<Parameters<Bench['commands']['push']>[0], { type: 'send' }>['content'],
    { quoted, to = CUSTOMER_ONLY }: { quoted?: string; to?: Identity[] } = {},
  ) => {
    count += 1;
    const messageId = `m${count}`;
    const providerMessageId = `3EB0${String(count).padStart(16, '0')}`;
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      waitsUntil: inAMinute(),
      to,
      messageId,
      attempt: 1,
      providerMessageId,
      content,
      ...(quoted === undefined
        ? {}
        : { quoted: { providerMessageId: quoted, fromMe: false, text: 'original' } }),
    });
    const { result } = await bench.inbox.next('send-result', (event) => event.messageId === messageId);
    return { result, providerMessageId, line: shown().find((line) => line.id === providerMessageId) };
  };

  it.each([
    ['image', 'image/png'],
    ['video', 'video/mp4'],
    ['voice', 'audio/ogg; codecs=opus'],
    ['document', 'application/pdf'],
    ['sticker', 'image/webp'],
  ] as const)('fetches an inbound %s through its encrypted upload', async (type, mimeType) => {
    const event = await inbound({
      from: CUSTOMER,
      type,
      media: { mimeType, fileName: 'a.bin', data: PNG.toString('base64') },
    });
    if (!('media' in event.content)) throw new Error(`kind ${event.content.kind}`);
    expect(event.content.media).toMatchObject({ mimeType, size: PNG.length, voice: type === 'voice' });
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'fetch-media',
      messageId: event.providerMessageId,
      key: `t/1/${type}`,
      media: event.content.media,
      maxBytes: 1000,
    });
    const { result } = await bench.inbox.next(
      'media',
      ({ messageId }) => messageId === event.providerMessageId,
    );
    expect(result).toEqual({ state: 'stored', key: `t/1/${type}`, mimeType, size: PNG.length });
    expect(Buffer.from(bench.objects.get(`t/1/${type}`) ?? [])).toEqual(PNG);
  });

  const fetchFile = async (media: InboundMedia, messageId: string) => {
    const command = { v: 1, ...REF, type: 'fetch-media', messageId, key: `t/1/${messageId}`, media } as const;
    bench.commands.push({ ...command, maxBytes: 1000 });
    const { result } = await bench.inbox.next('media', (event) => event.messageId === messageId);
    return result;
  };

  it.each(['image', 'document'] as const)(
    'requests a forgotten %s from the phone again, and gives up if the phone lost it too',
    async (type) => {
      const media = { mimeType: 'image/png', fileName: 'a.png', data: PNG.toString('base64') };
      const arrived = async () => {
        const event = await inbound({ from: CUSTOMER, type, media });
        if (!('media' in event.content)) throw new Error(`kind ${event.content.kind}`);
        return { id: event.providerMessageId, media: event.content.media };
      };
      const forgotten = await arrived();
      bench.fake.network.phones.expireFile(forgotten.id);
      expect(await fetchFile(forgotten.media, forgotten.id)).toMatchObject({
        state: 'stored',
        size: PNG.length,
      });
      expect(Buffer.from(bench.objects.get(`t/1/${forgotten.id}`) ?? [])).toEqual(PNG);
      const lost = await arrived();
      bench.fake.network.phones.expireFile(lost.id, true);
      expect(await fetchFile(lost.media, lost.id)).toEqual({ state: 'failed', reason: 'gone' });
      expect((await send({ kind: 'text', text: 'Pode mandar de novo?' })).result.state).toBe('sent');
    },
  );

  it('refuses a file over the size limit without storing it', async () => {
    const event = await inbound({
      from: CUSTOMER,
      type: 'image',
      media: { mimeType: 'image/png', data: PNG.toString('base64') },
    });
    if (!('media' in event.content)) throw new Error(`kind ${event.content.kind}`);
    const { size: _size, ...media } = event.content.media;
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'fetch-media',
      messageId: 'big',
      key: 't/1/big',
      media,
      maxBytes: 10,
    });
    const { result } = await bench.inbox.next('media', ({ messageId }) => messageId === 'big');
    expect(result).toEqual({ state: 'failed', reason: 'ERR_FILESIZE_OVER_LIMIT' });
    expect(bench.objects.has('t/1/big')).toBe(false);
  });

  it('passes on locations, contact cards and quotes', async () => {
    const place = await inbound({
      from: CUSTOMER,
      type: 'location',
      location: { latitude: -23.5, longitude: -46.6, name: 'Sé' },
    });
    expect(place.content).toEqual({
      kind: 'location',
      location: { latitude: -23.5, longitude: -46.6, name: 'Sé' },
    });
    const card = await inbound({
      from: CUSTOMER,
      type: 'contact',
      contact: { name: 'João', number: '5511966665555' },
    });
    expect(card.content).toMatchObject({ kind: 'contacts', contacts: [{ name: 'João' }] });
    const answer = await inbound({ from: CUSTOMER, text: 'isto', quoted: card.providerMessageId });
    expect(answer.quotedProviderMessageId).toBe(card.providerMessageId);
  });

  it('passes on reactions, edits and deletions with their target', async () => {
    const { providerMessageId } = await inbound({ from: CUSTOMER, text: 'erado' });
    await bench.write({ from: CUSTOMER, type: 'reaction', emoji: '👍', target: providerMessageId });
    expect(await bench.inbox.next('reaction')).toMatchObject({
      emoji: '👍',
      targetProviderMessageId: providerMessageId,
    });
    await bench.write({ from: CUSTOMER, type: 'edit', text: 'errado', target: providerMessageId });
    expect(await bench.inbox.next('edit')).toMatchObject({
      text: 'errado',
      targetProviderMessageId: providerMessageId,
    });
    await bench.write({ from: CUSTOMER, type: 'delete', target: providerMessageId });
    expect(await bench.inbox.next('revoke')).toMatchObject({ targetProviderMessageId: providerMessageId });
  });

  it('includes the group and the sender of a group message', async () => {
    const event = await inbound({
      from: CUSTOMER,
      text: 'oi grupo',
      group: { id: '120363000000000001', name: 'Obra' },
    });
    expect(event.chat).toMatchObject({ isGroup: true, name: 'Obra' });
    expect(event.chat.identities).toEqual([{ kind: 'group', value: '120363000000000001' }]);
    expect(event.chat.participant?.identities[0]).toEqual({ kind: 'phone', value: CUSTOMER });
  });

  it('delivers texts to a group, also to members who join later, and reports the receivers', async () => {
    const id = '120363000000000002';
    const inGroup = () => bench.fake.network.conversation(id).filter(({ fromCustomer }) => !fromCustomer);
    const answer = async (text: string) => {
      const sent = await send({ kind: 'text', text }, { to: [{ kind: 'group', value: id }] });
      expect(sent.result.state).toBe('sent');
      await bench.inbox.next('receipt', (event) => event.providerMessageId === sent.providerMessageId);
    };
    await inbound({ from: CUSTOMER, text: 'oi', group: { id, name: 'Obra' } });
    await answer('Bom dia a todos');
    await inbound({ from: '5511977775555', text: 'cheguei', group: { id, name: 'Obra' } });
    await answer('Bem-vindo');
    await answer('Até logo');
    expect(inGroup().map(({ text, ack, copies }) => [text, ack, copies])).toEqual([
      ['Bom dia a todos', 2, 1],
      ['Bem-vindo', 2, 1],
      ['Até logo', 2, 1],
    ]);
    expect(shown().some(({ text }) => text === 'Bom dia a todos')).toBe(false);
  });

  it.each([
    ['image', 'image/png', 'image'],
    ['video', 'video/mp4', 'video'],
    ['document', 'application/pdf', 'document'],
    ['audio', 'audio/ogg', 'voice'],
  ] as const)('delivers an outbound %s that the customer can decrypt', async (kind, mimeType, type) => {
    bench.objects.set('t/1/out', PNG);
    const { result, line } = await send({
      kind,
      key: 't/1/out',
      mimeType,
      fileName: 'foto.bin',
      voice: kind === 'audio',
    });
    expect(result.state).toBe('sent');
    expect(line?.type).toBe(type);
    expect(line?.media?.size).toBe(PNG.length);
    expect(bench.fake.network.media.get(`${line?.media?.id}-plain`)).toEqual(PNG);
  });

  it('delivers places and polls in their own format, and menus as text', async () => {
    const place = { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua Direita, 1' };
    const location = await send({ kind: 'location', ...place });
    expect(location.result.state).toBe('sent');
    expect(location.line).toMatchObject({
      type: 'location',
      location: { latitude: -23.5, longitude: -46.6, name: 'Loja' },
    });
    const options = ['Manhã', 'Tarde'];
    for (const multiple of [false, true]) {
      const poll = await send({ kind: 'poll', question: 'Qual horário?', options, multiple });
      expect(poll.result.state).toBe('sent');
      expect(poll.line).toMatchObject({ type: 'poll', poll: { question: 'Qual horário?', options } });
    }
    const buttons = [
      { action: 'reply', id: 's', title: 'Sim' },
      { action: 'reply', id: 'n', title: 'Não' },
    ] as const;
    const menu = await send({
      kind: 'buttons',
      title: '',
      text: 'Confirma?',
      footer: '',
      buttons: [...buttons],
    });
    expect(menu.line).toMatchObject({ type: 'text', text: 'Confirma?\n[ 1 ] Sim\n[ 2 ] Não' });
    const pix = await send({
      kind: 'pix',
      title: 'Pedido 12',
      amountCents: 4990,
      keyType: 'EMAIL',
      pixKey: 'caixa@loja.example',
      merchantName: 'Loja Sol',
    });
    expect(pix.line).toMatchObject({
      type: 'text',
      text: '*Pedido 12*\nLoja Sol\nR$ 49,90\nPix: caixa@loja.example',
    });
  });

  it('accepts messages with buttons and menus', async () => {
    const event = await inbound({
      from: CUSTOMER,
      type: 'interactive',
      interactive: {
        title: '',
        text: 'Veja',
        buttons: [{ name: 'cta_url', params: { display_text: 'Abrir', url: 'https://loja.example' } }],
      },
    });
    expect(event.content).toEqual({
      kind: 'interactive',
      content: {
        kind: 'buttons',
        title: '',
        text: 'Veja',
        footer: '',
        buttons: [{ action: 'url', title: 'Abrir', url: 'https://loja.example' }],
      },
    });
  });

  it('fails a message with a missing file, without sending', async () => {
    const { result, line } = await send({
      kind: 'image',
      key: 't/1/none',
      mimeType: 'image/png',
      fileName: 'x',
      voice: false,
    });
    expect(result).toEqual({ state: 'failed', reason: 'media-missing' });
    expect(line).toBeUndefined();
  });

  it('quotes, edits and deletes messages sent before', async () => {
    const { line, providerMessageId } = await send(
      { kind: 'text', text: 'resposta' },
      { quoted: '3AQUOTED' },
    );
    expect(line).toMatchObject({ text: 'resposta', quoted: '3AQUOTED' });
    const target = { providerMessageId, fromMe: true };
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'edit',
      waitsUntil: inAMinute(),
      to: CUSTOMER_ONLY,
      messageId: 'm',
      attempt: 1,
      providerMessageId: '3EB0ED17',
      target,
      text: 'resposta!',
    });
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'delete',
      waitsUntil: inAMinute(),
      to: CUSTOMER_ONLY,
      messageId: 'm',
      attempt: 2,
      providerMessageId: '3EB0DE1E7E',
      target,
    });
    await expect
      .poll(() => shown().find(({ id }) => id === providerMessageId))
      .toMatchObject({ text: 'resposta!', edited: true, deleted: true });
  });

  it('marks the customer’s messages as read', async () => {
    const { providerMessageId } = await inbound({ from: CUSTOMER, text: 'leu?' });
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'read',
      waitsUntil: inAMinute(),
      to: CUSTOMER_ONLY,
      providerMessageIds: [providerMessageId],
    });
    await expect
      .poll(() => bench.fake.network.conversation(CUSTOMER).find(({ id }) => id === providerMessageId)?.ack)
      .toBe(3);
  });

  it('raises acks as the customer’s phone reports them', async () => {
    const { providerMessageId } = await send({ kind: 'text', text: 'lida' });
    bench.fake.network.report(providerMessageId, 3);
    const read = await bench.inbox.next(
      'receipt',
      (event) => event.providerMessageId === providerMessageId && event.ack === 3,
    );
    expect(read.ack).toBe(3);
  });

  it('distinguishes a refused send from one without an answer', async () => {
    bench.fake.network.setFault('refuse', 1);
    expect((await send({ kind: 'text', text: 'não' })).result).toEqual({
      state: 'failed',
      reason: 'refused-403',
    });
    const { result } = await send({ kind: 'text', text: 'de volta' });
    expect(result.state).toBe('sent');
  });

  const givenBack = () => expect.poll(() => bench.commands.givenBack.length).toBe(1);

  it('R26: a message whose response was lost with its socket is repeated once with the same id, and shown once', async () => {
    bench.fake.network.setFault('drop', 1);
    const sending = send({ kind: 'text', text: 'queda' });
    await givenBack();
    bench.commands.giveAgain();
    expect((await sending).result.state).toBe('sent');
    const lines = bench.fake.network.conversation(CUSTOMER).filter(({ text }) => text === 'queda');
    expect(lines).toHaveLength(1);
  });

  it('R26: a message whose responses were lost twice is unknown', async () => {
    bench.fake.network.setFault('drop', 2);
    const sending = send({ kind: 'text', text: 'duas quedas' });
    await givenBack();
    bench.commands.giveAgain();
    expect((await sending).result).toEqual({ state: 'unknown', reason: 'connection-lost' });
  });

  it('reports the outcome of a redelivered command again, without sending twice', async () => {
    const command = {
      v: 1,
      ...REF,
      type: 'send',
      waitsUntil: inAMinute(),
      to: CUSTOMER_ONLY,
      messageId: 'twice',
      attempt: 1,
      providerMessageId: '3EB0AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      content: { kind: 'text', text: 'só uma' },
    } as const;
    const reported = () => bench.inbox.next('send-result', ({ messageId }) => messageId === 'twice');
    bench.commands.push(command);
    const first = await reported();
    bench.commands.push(command);
    expect((await reported()).result).toEqual(first.result);
    expect(shown().filter(({ id }) => id === command.providerMessageId)).toMatchObject([{ copies: 1 }]);
  });

  it('sends a repeated command with the same id, so that the customer sees it once', async () => {
    const { providerMessageId } = await send({ kind: 'text', text: 'uma vez' });
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      waitsUntil: inAMinute(),
      to: CUSTOMER_ONLY,
      messageId: 'again',
      attempt: 1,
      providerMessageId,
      content: { kind: 'text', text: 'uma vez' },
    });
    await bench.inbox.next('send-result', ({ messageId }) => messageId === 'again');
    const lines = shown().filter(({ id }) => id === providerMessageId);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.copies).toBe(2);
  });
});
