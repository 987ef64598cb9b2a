import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import { chatModificationToAppPatch, type WAPatchCreate } from 'baileys';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';

const KEY = '1:2';
const ANA = '5511988880001';
const BIA = '5511988880002';
const GROUP = '120363000000000077';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await bench.pair();
});
afterEach(() => bench.close());

const eventsOf = <T extends InboundEvent['type']>(type: T) =>
  bench.inbox.events.filter((event) => event.type === type);
const lidOf = (number: string): string => bench.fake.network.jidsOf(number).lid;
const written = async (number: string, text: string): Promise<string> => {
  const id = await bench.write({ from: number, text });
  await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
  return id;
};
const onPhone = (...changes: WAPatchCreate[]): Promise<void> =>
  bench.fake.network.changeSettings(KEY, changes);
/** Returns the change that marks a chat as read on the phone, up to a message of then. */
const markedRead = (number: string, id: string, seconds: number, markRead = true): WAPatchCreate =>
  chatModificationToAppPatch(
    {
      markRead,
      lastMessages: [{ key: { remoteJid: lidOf(number), id, fromMe: false }, messageTimestamp: seconds }],
    },
    lidOf(number),
  );
const nowS = (): number => Math.floor(Date.now() / 1000);

describe('a chat opened on the phone', () => {
  it.each([
    ['with read receipts', false],
    ['without read receipts', true],
  ])('is read up to the second of its receipt, %s', async (_how, hidden) => {
    await written(ANA, 'um');
    await written(ANA, 'dois');
    const fromS = nowS();
    bench.fake.network.readOnPhone(KEY, ANA, { hidden });
    const { until, chat } = await bench.inbox.next('chat-read');
    expect(until).toBeGreaterThanOrEqual(fromS * 1000 + 999);
    expect(until).toBeLessThanOrEqual(nowS() * 1000 + 999);
    expect(chat).toEqual({
      isGroup: false,
      identities: [
        { kind: 'phone', value: ANA },
        { kind: 'lid', value: lidOf(ANA).split('@')[0] },
      ],
    });
    expect(eventsOf('chat-read')).toHaveLength(1);
  });

  it('is a group if a group was opened, and its messages get no receipt of a contact', async () => {
    const id = await bench.write({ from: ANA, text: 'oi', group: { id: GROUP, name: 'Bairro' } });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    bench.fake.network.readOnPhone(KEY, GROUP);
    const { chat } = await bench.inbox.next('chat-read');
    expect(chat).toEqual({ isGroup: true, identities: [{ kind: 'group', value: GROUP }] });
    await written(ANA, 'depois');
    expect(eventsOf('receipt')).toEqual([]);
  });

  it('is in the order group of its messages, after those that arrived before it', async () => {
    await written(ANA, 'antes');
    bench.fake.network.disconnect(KEY, 'drop');
    const ids = await Promise.all(['um', 'dois', 'três'].map((text) => bench.write({ from: ANA, text })));
    bench.fake.network.readOnPhone(KEY, ANA);
    await bench.inbox.next('chat-read');
    const told = bench.inbox.events.flatMap((event) =>
      event.type === 'message' ? event.providerMessageId : event.type === 'chat-read' ? 'read' : [],
    );
    expect(told.slice(1)).toEqual([...ids, 'read']);
    const groups = new Set(
      bench.inbox.groups.map(({ groupId }) => groupId).filter((id) => id.includes('phone')),
    );
    expect(groups.size).toBe(1);
  });

  it('is not reported for the read receipts of this connection, even if WhatsApp returns them', async () => {
    const id = await written(ANA, 'oi');
    const to = [{ kind: 'phone' as const, value: ANA }];
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'read',
      to,
      providerMessageIds: [id],
      waitsUntil: inAMinute(),
    });
    await expect.poll(() => bench.commands.settled.length, { timeout: 5000 }).toBe(2);
    const account = bench.fake.network.accounts.get(KEY);
    bench.fake.network.push(KEY, {
      tag: 'receipt',
      attrs: {
        id,
        from: `${account?.lid}:${account?.deviceId}@lid`,
        recipient: lidOf(ANA),
        t: String(nowS()),
        type: 'read',
      },
    });
    await written(ANA, 'depois');
    expect(eventsOf('chat-read')).toEqual([]);
  });
});

describe('settings of the phone', () => {
  it('mark a chat as read up to the last message that the mark names', async () => {
    const id = await written(ANA, 'oi');
    const seconds = nowS() - 100;
    await onPhone(markedRead(ANA, id, seconds));
    expect(await bench.inbox.next('chat-read')).toMatchObject({
      until: seconds * 1000 + 999,
      chat: { isGroup: false, identities: [{ kind: 'phone', value: ANA }, { kind: 'lid' }] },
    });
  });

  it('report nothing for chats marked as unread, archived, muted, pinned or starred', async () => {
    const id = await written(ANA, 'oi');
    const key = { remoteJid: lidOf(ANA), id, fromMe: false };
    const lastMessages = [{ key, messageTimestamp: nowS() }];
    const jid = lidOf(ANA);
    await onPhone(
      markedRead(ANA, id, nowS(), false),
      chatModificationToAppPatch({ archive: true, lastMessages }, jid),
      chatModificationToAppPatch({ mute: Date.now() + 3_600_000 }, jid),
      chatModificationToAppPatch({ pin: true }, jid),
      chatModificationToAppPatch({ star: { messages: [{ id, fromMe: false }], star: true } }, jid),
    );
    await onPhone(markedRead(BIA, 'M', nowS()));
    await bench.inbox.next('chat-read');
    const after = bench.inbox.events.slice(
      bench.inbox.events.findIndex(({ type }) => type === 'message') + 1,
    );
    expect(after.map(({ type }) => type)).toEqual(['chat-read']);
  });

  it('name contacts as the phone’s address book does, and report removed names', async () => {
    await bench.fake.network.tellAddressBook(KEY, [
      { number: ANA, name: 'Ana Souza' },
      { number: BIA, name: 'Bia' },
    ]);
    await bench.inbox.next('address-book-name', ({ name }) => name === 'Bia');
    await bench.fake.network.tellAddressBook(KEY, [
      { number: ANA, name: 'Ana Lima' },
      { number: BIA, name: '' },
    ]);
    await bench.inbox.next('address-book-name', ({ name }) => name === '');
    await bench.inbox.next('address-book-name', ({ name }) => name === 'Ana Lima');
    const told = eventsOf('address-book-name').map((event) =>
      event.type === 'address-book-name' ? [event.chat.identities[0]?.value, event.name] : [],
    );
    expect(told.toSorted()).toEqual(
      [
        [ANA, 'Ana Souza'],
        [BIA, 'Bia'],
        [ANA, 'Ana Lima'],
        [BIA, ''],
      ].toSorted(),
    );
  });

  it('pass the names of a large address book on one by one, so that messages do not wait behind them', async () => {
    const { sink } = bench.inbox;
    const push = sink.push.bind(sink);
    const depths: number[] = [];
    sink.push = (outgoing) => {
      if (outgoing.event.type === 'address-book-name') depths.push(sink.depth);
      return push(outgoing);
    };
    const people = Array.from({ length: 60 }, (_none, n) => ({
      number: `55119888${80_100 + n}`,
      name: `P${n}`,
    }));
    await bench.fake.network.tellAddressBook(KEY, people);
    await bench.inbox.next('address-book-name', ({ name }) => name === 'P59');
    expect(depths).toHaveLength(60);
    expect(Math.max(...depths)).toBe(0);
  });

  it('stay in step with the phone after a chat was marked as unread here', async () => {
    const id = await written(ANA, 'oi');
    await onPhone(markedRead(ANA, id, nowS()));
    await bench.inbox.next('chat-read');
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'mark-unread',
      to: [{ kind: 'lid', value: lidOf(ANA).split('@')[0] ?? '' }],
      last: { providerMessageId: id, fromMe: false },
      lastSentAt: Date.now(),
      waitsUntil: inAMinute(),
    });
    const mark = () =>
      bench.fake.network.appStateOf(KEY).settingOf('regular_low', 'markChatAsRead', lidOf(ANA));
    await expect.poll(async () => (await mark())?.markChatAsReadAction?.read, { timeout: 5000 }).toBe(false);
    await onPhone(markedRead(BIA, 'M', nowS()));
    await bench.inbox.next('chat-read', ({ chat }) =>
      chat.identities.some(({ value }) => value === BIA || lidOf(BIA).startsWith(value)),
    );
    expect(eventsOf('chat-read')).toHaveLength(2);
  });
});

describe('the picture of a contact', () => {
  it('that changed or was removed is reported after the messages before it, with both ids of the contact', async () => {
    const id = await written(ANA, 'oi');
    bench.fake.network.changePicture(KEY, ANA, { bytes: new Uint8Array() });
    await bench.inbox.next('picture-change', ({ isRemoved }) => !isRemoved);
    bench.fake.network.changePicture(KEY, ANA, 'none');
    const { chat } = await bench.inbox.next('picture-change', ({ isRemoved }) => isRemoved);
    const lid = lidOf(ANA).replace('@lid', '');
    const both = [
      { kind: 'phone', value: ANA },
      { kind: 'lid', value: lid },
    ];
    expect(chat).toEqual({ isGroup: false, identities: both });
    const told = bench.inbox.events.flatMap((event) =>
      event.type === 'message' ? event.providerMessageId : event.type === 'picture-change' ? event.type : [],
    );
    expect(told).toEqual([id, 'picture-change', 'picture-change']);
  });

  it('of a group is reported as that of the group', async () => {
    const id = await bench.write({ from: ANA, text: 'oi', group: { id: GROUP, name: 'Bairro' } });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    bench.fake.network.changePicture(KEY, GROUP, 'none');
    const { chat, isRemoved } = await bench.inbox.next('picture-change');
    expect([chat, isRemoved]).toEqual([
      { isGroup: true, identities: [{ kind: 'group', value: GROUP }] },
      true,
    ]);
  });
});
