import type { Injected } from '@prosa/infra/local/fake-whatsapp/phones.ts';
import { proto } from 'baileys';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { History } from '../history/history.ts';
import { PartAttempts } from '../history/history-attempts.ts';
import { directly } from '../testing/directly.ts';
import { type Bench, Inbox, inAMinute, NO_PROGRESS, openBench, REF } from '../testing/harness.ts';
import { MemoryHistory } from '../testing/memory-history.ts';
import { replay } from '../write-ahead-log/replay-log.ts';
import { WriteAheadLog } from '../write-ahead-log/write-ahead-log.ts';

const KEY = '1:2';
const CUSTOMER = '551177772222';
const LIST = '1700000000';
const ORDER = `1:2:phone:${CUSTOMER}`;
const { Type } = proto.Message.ProtocolMessage;

describe('a message that a contact writes to a broadcast list', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await bench.close();
  });

  const phones = () => bench.fake.network.phones;
  const writeToList = (message: proto.IMessage, more: Partial<Injected> = {}) =>
    phones().write(KEY, { from: CUSTOMER, name: 'Maria', list: LIST, message, ...more });
  const messageOf = (id: string) =>
    bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
  const settled = () => expect.poll(() => bench.fake.network.unsettled(KEY)).toEqual([]);
  const ordersOf = (id: string) =>
    bench.inbox.groups.filter(({ messageId }) => messageId.includes(id)).map(({ groupId }) => groupId);

  it.each(['lid', 'lid-alone', 'phone'] as const)(
    'appears in the conversation with the contact, and is acknowledged (%s)',
    async (addressing) => {
      await phones().write(KEY, { from: CUSTOMER, message: { conversation: 'Oi' } });
      const id = await writeToList({ conversation: 'Promoção!' }, { addressing });
      const { chat, content, fromMe } = await messageOf(id);
      expect(content).toEqual({ kind: 'text', text: 'Promoção!' });
      expect({ fromMe, isGroup: chat.isGroup, name: chat.name }).toEqual({
        fromMe: false,
        isGroup: false,
        name: 'Maria',
      });
      expect(chat.identities[0]).toEqual({ kind: 'phone', value: CUSTOMER });
      expect(chat.participant).toBeUndefined();
      expect(ordersOf(id)).toEqual([ORDER]);
      await settled();
    },
  );

  it('keeps its position among the messages before and after it', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 8; i++)
      ids.push(
        await phones().write(KEY, {
          from: CUSTOMER,
          message: { conversation: String(i) },
          ...(i % 2 === 0 ? {} : { list: LIST }),
        }),
      );
    await messageOf(ids.at(-1) ?? '');
    await settled();
    const arrived = bench.inbox.events.flatMap((event) =>
      event.type === 'message' ? [event.providerMessageId] : [],
    );
    expect(arrived).toEqual(ids);
  });

  it('gets its edit, its deletion and reactions in the same conversation', async () => {
    const id = await writeToList({ conversation: 'Aberto até 18h' });
    const key = { remoteJid: `${LIST}@broadcast`, fromMe: true, id };
    await writeToList({
      protocolMessage: { type: Type.MESSAGE_EDIT, key, editedMessage: { conversation: 'Aberto até 19h' } },
    });
    await writeToList({ reactionMessage: { key, text: '🎉' } });
    await writeToList({ protocolMessage: { type: Type.REVOKE, key } });
    const edit = await bench.inbox.next('edit');
    const reaction = await bench.inbox.next('reaction');
    const revoke = await bench.inbox.next('revoke');
    expect(edit.text).toBe('Aberto até 19h');
    for (const event of [edit, reaction, revoke]) {
      expect(event.targetProviderMessageId).toBe(id);
      expect(event.chat?.identities[0]).toEqual({ kind: 'phone', value: CUSTOMER });
    }
    await settled();
  });

  it('has a placeholder while it cannot be decrypted', async () => {
    const id = await writeToList({ conversation: 'Promoção!' }, { spoiled: 'once' });
    const contents = () =>
      bench.inbox.events.flatMap((event) =>
        event.type === 'message' && event.providerMessageId === id ? [event.content] : [],
      );
    await expect.poll(contents).toEqual([
      { kind: 'placeholder', of: 'ciphertext' },
      { kind: 'text', text: 'Promoção!' },
    ]);
    expect(new Set(ordersOf(id))).toEqual(new Set([ORDER]));
  });

  it('gets answers and quotes that only the contact receives', async () => {
    const id = await writeToList({ conversation: 'Promoção!' });
    const { chat } = await messageOf(id);
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      messageId: '7',
      attempt: 1,
      providerMessageId: '3EB0ANSWER',
      to: chat.identities,
      content: { kind: 'text', text: 'Quero dois' },
      quoted: { providerMessageId: id, fromMe: false, text: 'Promoção!' },
      waitsUntil: inAMinute(),
    });
    const { result } = await bench.inbox.next('send-result');
    expect(result.state).toBe('sent');
    const line = bench.fake.network.conversation(CUSTOMER, KEY).find(({ text }) => text === 'Quero dois');
    expect(line?.quoted).toBe(id);
  });

  it('R34: is restored from the write-ahead log into the conversation with the contact', async () => {
    await messageOf(await phones().write(KEY, { from: CUSTOMER, message: { conversation: 'Oi' } }));
    const appended = vi.spyOn(WriteAheadLog.prototype, 'append');
    const id = await writeToList({ conversation: 'Promoção!' }, { addressing: 'lid-alone' });
    await messageOf(id);
    const inbox = new Inbox();
    const attempts = new PartAttempts(bench.dataDir);
    const history = new History({
      store: new MemoryHistory(),
      mediaOrigin: 'http://127.0.0.1:1',
      downloadsOf: directly,
      attempts,
    });
    const messages = { findSent: async () => undefined, findSecret: async () => undefined };
    await replay(new Map(appended.mock.calls), { sink: inbox.sink, messages, history }, NO_PROGRESS);
    const { chat } = await inbox.next('message');
    expect(chat.identities[0]).toEqual({ kind: 'phone', value: CUSTOMER });
    expect(inbox.groups.map(({ groupId }) => groupId)).toEqual([ORDER]);
  });

  it('is ignored if the account’s own phone wrote it, and acknowledged', async () => {
    const own = bench.fake.network.accounts.get(KEY)?.number ?? '';
    for (const participant of [`${own}@s.whatsapp.net`, bench.fake.network.jidsOf(own).lid])
      await phones().tellDevice(
        KEY,
        { deviceSentMessage: { destinationJid: `${LIST}@broadcast`, message: { conversation: 'A todos' } } },
        { from: `${LIST}@broadcast`, participant },
      );
    const id = await phones().write(KEY, { from: CUSTOMER, message: { conversation: 'Oi' } });
    await messageOf(id);
    await settled();
    expect(bench.inbox.events.filter(({ type }) => type === 'message')).toHaveLength(1);
  });

  it('does not include a status, which makes no message', async () => {
    await writeToList({ conversation: 'Meu status' }, { list: 'status' });
    const id = await phones().write(KEY, { from: CUSTOMER, message: { conversation: 'Oi' } });
    await messageOf(id);
    await settled();
    expect(bench.inbox.events.filter(({ type }) => type === 'message')).toHaveLength(1);
  });
});
