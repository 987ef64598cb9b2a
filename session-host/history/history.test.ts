import { type Past, pastSchema } from '@prosa/infra/local/fake-whatsapp/past.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directly } from '../testing/directly.ts';
import { type Bench, openBench, REF } from '../testing/harness.ts';
import { History } from './history.ts';
import { PartAttempts } from './history-attempts.ts';

const KEY = '1:2';
const ANA = '5511955554444';
const BIA = '5511955553333';
const GROUP = '120363000000000001';
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 10, 12);

const said = (
  text: string,
  at: number,
  more: Partial<NonNullable<Past['chats'][number]['messages']>[number]> = {},
) => ({
  id: `P-${text}`,
  text,
  at,
  ...more,
});

describe("importing a phone's history", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench({ quietMs: 1500 });
    bench.past.wishes.set(KEY, { fromMs: START, toMs: START + 10 * DAY_MS, groups: false });
  });
  afterEach(() => bench.close());

  const told = () => bench.past.sent.flatMap((message) => (message.type === 'piece' ? message.messages : []));
  const texts = () =>
    told().map(({ event }) => (event.content.kind === 'text' ? event.content.text : event.content.kind));
  const isOver = () => bench.past.sent.some(({ type }) => type === 'ended');

  it('starts at pairing, takes the requested dates without groups, keeps each chat in order, and ends', async () => {
    await bench.pair();
    await expect.poll(() => bench.past.sent[0]?.type).toBe('began');
    await bench.fake.network.tellPast(KEY, {
      chats: [
        {
          contact: ANA,
          name: 'Ana da padaria',
          messages: [
            said('antes', START - 1000),
            said('um', START),
            said('dois', START, { fromMe: true }),
            said('três', START + DAY_MS),
            said('depois', START + 11 * DAY_MS),
          ],
        },
        { contact: GROUP, isGroup: true, name: 'Turma', messages: [said('grupo', START, { from: BIA })] },
      ],
    });
    await expect.poll(isOver, { timeout: 10_000 }).toBe(true);
    expect(texts()).toEqual(['um', 'dois', 'três']);
    expect(told().map(({ event }) => event.sentAt)).toEqual([START, START + 1, START + DAY_MS]);
    expect(told()[0]?.event.chat).toMatchObject({
      name: 'Ana da padaria',
      identities: [{ kind: 'phone', value: ANA }, { kind: 'lid' }],
    });
    // Our own message was read on that phone.
    expect(told().map(({ ack }) => ack)).toEqual([2, 3, 2]);
    expect(bench.past.sent.map(({ type }) => type)).toEqual(['began', 'chunk', 'piece', 'ended']);
    expect(bench.past.sent[1]).toMatchObject({ messages: 3 });
  });

  it('includes groups on request, with the sender of each message', async () => {
    bench.past.wishes.set(KEY, { fromMs: START, toMs: START + DAY_MS, groups: true });
    await bench.pair();
    await bench.fake.network.tellPast(KEY, {
      part: 'full',
      chats: [{ contact: GROUP, isGroup: true, name: 'Turma', messages: [said('oi', START, { from: BIA })] }],
    });
    await expect.poll(texts).toEqual(['oi']);
    expect(told()[0]?.event.chat).toMatchObject({
      isGroup: true,
      name: 'Turma',
      participant: { identities: [{ kind: 'phone', value: BIA }, { kind: 'lid' }] },
    });
  });

  it('sends pieces that fit a queue, and accumulates no buffer', async () => {
    await bench.pair();
    const messages = Array.from({ length: 250 }, (_none, n) => said(`m${n}`, START + n * 1000));
    await bench.fake.network.tellPast(KEY, { part: 'bootstrap', chats: [{ contact: ANA, messages }] });
    await expect.poll(() => told().length).toBe(250);
    const pieces = bench.past.sent.flatMap((one) => (one.type === 'piece' ? [one] : []));
    expect(pieces.map((piece) => piece.messages.length)).toEqual([100, 100, 50]);
    expect(new Set(pieces.map(({ step }) => step)).size).toBe(3);
  });

  it("imports no messages when none are wanted, but stores the phone's chat partners", async () => {
    bench.past.wishes.clear();
    await bench.pair();
    const chats = [{ contact: ANA, name: 'Ana', messages: [said('um', START)] }];
    await bench.fake.network.tellPast(KEY, { part: 'recent', chats: [{ contact: BIA, messages: [] }] });
    await bench.fake.network.tellPast(KEY, { part: 'bootstrap', chats });
    await expect.poll(() => [...(bench.past.people.get('1:2:chats') ?? [])]).toEqual([[ANA, 'Ana']]);
    expect(bench.past.sent).toEqual([]);
  });

  it('stores the contacts saved on the phone', async () => {
    await bench.pair();
    await bench.fake.network.tellAddressBook(KEY, [
      { number: ANA, name: 'Ana Souza' },
      { number: BIA, name: 'Bia' },
    ]);
    await expect
      .poll(() => [...(bench.past.people.get('1:2:saved') ?? [])], { timeout: 5000 })
      .toEqual([
        [ANA, 'Ana Souza'],
        [BIA, 'Bia'],
      ]);
  });

  it('accepts a history only from the account’s own phone', async () => {
    await bench.pair();
    const chats = pastSchema.parse({ chats: [{ contact: BIA, messages: [said('falso', START)] }] }).chats;
    const notice = bench.fake.network.noticeOfPast(KEY, { part: 'recent', chats });
    await bench.fake.network.phones.write(KEY, { from: ANA, message: notice });
    await bench.write({ from: ANA, text: 'depois' });
    await bench.inbox.next('message', ({ content }) => content.kind === 'text');
    expect(bench.past.sent.map(({ type }) => type)).toEqual(['began']);
  });

  it('is repeated by the next process, piece by piece with the same names', async () => {
    await bench.pair();
    let accepted = 0;
    const held = Promise.withResolvers<void>();
    bench.past.beforeSend = async () => {
      accepted += 1;
      if (accepted === 3) await held.promise;
    };
    const messages = Array.from({ length: 250 }, (_none, n) => said(`m${n}`, START + n * 1000));
    await bench.fake.network.tellPast(KEY, { chats: [{ contact: ANA, messages }] });
    await expect.poll(() => accepted).toBe(3);
    const before = bench.past.sent.flatMap((one) => (one.type === 'piece' ? one.step : []));
    expect(before).toHaveLength(1);
    bench.past.beforeSend = async () => undefined;
    await bench.replayLog();
    await expect.poll(() => new Set(told().map(({ event }) => event.providerMessageId)).size).toBe(250);
    const after = bench.past.sent.flatMap((one) => (one.type === 'piece' ? one.step : []));
    expect(after.slice(1)).toEqual([before[0], ...after.slice(2)]);
    held.resolve();
  });

  const lost = () => bench.past.sent.filter(({ type }) => type === 'lost');

  it('gives up a part after two processes died reading it, reports that and ends', async () => {
    await bench.pair();
    const notice = bench.fake.network.noticeOfPast(KEY, {
      chats: [{ contact: ANA, messages: [said('um', START)] }],
    });
    // Two processes that began and did not return.
    for (let death = 0; death < 2; death++) await new PartAttempts(bench.dataDir).begin(`${KEY}:PART`);
    await bench.fake.network.phones.tellDevice(KEY, notice, { category: 'peer', id: 'PART' });
    await expect.poll(isOver, { timeout: 10_000 }).toBe(true);
    expect(bench.past.sent.map(({ type }) => type)).toEqual(['began', 'lost', 'ended']);
    expect(lost()).toMatchObject([{ step: 'PART.lost' }]);
    // The next part is read normally.
    await bench.fake.network.tellPast(KEY, { chats: [{ contact: ANA, messages: [said('dois', START)] }] });
    await expect.poll(texts).toEqual(['dois']);
  });

  it('reads a part once when its notice is repeated during the reading', async () => {
    await bench.pair();
    const { network, mediaOrigin } = bench.fake;
    const attempts = new PartAttempts(bench.dataDir);
    const history = new History({ store: bench.past, mediaOrigin, downloadsOf: directly, attempts });
    const message = network.noticeOfPast(KEY, { chats: [{ contact: ANA, messages: [said('um', START)] }] });
    const phone = network.accounts.get(KEY)?.number ?? '';
    const notice = { key: { id: 'TWICE', fromMe: true, remoteJid: `${phone}@s.whatsapp.net` }, message };
    const me = [`${phone}@s.whatsapp.net`];
    await Promise.all([history.take(REF, notice, me), history.take(REF, notice, me)]);
    expect(texts()).toEqual(['um']);
    await history.take(REF, notice, me);
    expect(texts()).toEqual(['um', 'um']);
    history.end(REF);
  });

  it('counts no crash for a part that was being read when its process was asked to stop', async () => {
    await bench.pair();
    let isReading = false;
    const held = Promise.withResolvers<void>();
    bench.past.beforeSend = async () => {
      isReading = true;
      await held.promise;
    };
    const notice = bench.fake.network.noticeOfPast(KEY, {
      chats: [{ contact: ANA, messages: [said('um', START)] }],
    });
    bench.past.sent.length = 0;
    await bench.fake.network.phones.tellDevice(KEY, notice, { category: 'peer', id: 'PART' });
    await expect.poll(() => isReading).toBe(true);
    await bench.host.stop();
    expect(await new PartAttempts(bench.dataDir).begin(`${KEY}:PART`)).toBe(0);
    held.resolve();
  });

  it('gives up a part whose bytes or hash were changed in transit, reports that and ends', async () => {
    await bench.pair();
    const { network } = bench.fake;
    const spoilt = () => {
      const notice = network.noticeOfPast(KEY, {
        chats: [{ contact: ANA, messages: [said('um', START)] }],
      });
      const where = notice.protocolMessage?.historySyncNotification;
      if (!where) throw new Error('no notice');
      return { notice, where };
    };
    const bytes = spoilt();
    const name = bytes.where.directPath?.split('/').at(-1) ?? '';
    const stored = Buffer.from(network.media.get(name) ?? []);
    stored[3] = (stored[3] ?? 0) ^ 1;
    network.media.put(name, stored);
    const hash = spoilt();
    hash.where.fileSha256 = Buffer.alloc(32, 1);
    const gone = spoilt();
    network.media.expire(gone.where.directPath ?? '');
    for (const { notice } of [bytes, hash, gone]) await network.phones.tellDevice(KEY, notice);
    await expect.poll(isOver, { timeout: 10_000 }).toBe(true);
    expect(lost()).toHaveLength(3);
    expect(texts()).toEqual([]);
  });

  it('ends even if the process that began it is gone', async () => {
    await bench.pair();
    bench.past.importing.add(KEY);
    bench.store.started = [REF];
    await bench.host.stop();
    bench.past.sent.length = 0;
    await bench.addHost('host-b').start();
    await expect.poll(isOver, { timeout: 10_000 }).toBe(true);
  });
});
