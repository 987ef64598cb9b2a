import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proto } from 'baileys';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { History } from '../history/history.ts';
import { PartAttempts } from '../history/history-attempts.ts';
import { InboundSink } from '../inbound/inbound-sink.ts';
import { directly } from '../testing/directly.ts';
import { Inbox, TEST_KEYS } from '../testing/harness.ts';
import { MemoryHistory } from '../testing/memory-history.ts';
import { ABANDONED_MS, logPath, replayAbandoned, temporaryFolder } from './abandoned-logs.ts';
import { OpenEntries } from './open-entries.ts';
import { type ReplayPorts, type ReplayProgress, replay } from './replay-log.ts';
import { type DecryptedEntry, WriteAheadLog, walId } from './write-ahead-log.ts';

const entry = (id: string, text: string): DecryptedEntry => ({
  companyId: 1,
  connectionId: 2,
  attrs: {
    id,
    from: '5511988887777@s.whatsapp.net',
    sender_lid: '222@lid',
    t: '1790000000',
    type: 'text',
    notify: 'Maria',
  },
  meId: '5511900000000:1@s.whatsapp.net',
  meLid: '111:1@lid',
  plaintext: Buffer.concat([
    proto.Message.encode({ conversation: text }).finish(),
    Buffer.from([1]),
  ]).toString('base64'),
  receivedAt: 1_790_000_000_000,
});

const portsOf = (inbox: Inbox, dataDir: string): ReplayPorts => ({
  sink: inbox.sink,
  messages: { findSent: async () => undefined, findSecret: async (_ref, id) => inbox.secretOf(id) },
  history: new History({
    store: new MemoryHistory(),
    mediaOrigin: 'http://127.0.0.1:1',
    downloadsOf: directly,
    attempts: new PartAttempts(dataDir),
  }),
});

const progressOf = (wal: WriteAheadLog): ReplayProgress => ({
  takesLong: (id) => wal.hold(id, 'later'),
  done: (id, of) => wal.done(id, of),
  failed: (id) => wal.release(id),
});

describe('the write-ahead log', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'prosa-wal-'));
    path = join(folder, 'messages.wal');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps entries that are not done, in order', async () => {
    const wal = await WriteAheadLog.open(path, TEST_KEYS);
    await Promise.all(['a', 'b', 'c'].map((id) => wal.append(walId(entry(id, id), id), entry(id, id))));
    wal.done(walId(entry('b', 'b'), 'b'));
    await wal.close();
    const leftover = (await WriteAheadLog.open(path, TEST_KEYS)).unheld();
    expect([...leftover.keys()]).toEqual(['1:2:a', '1:2:c']);
    expect(leftover.get('1:2:a')).toEqual(entry('a', 'a'));
  });

  it('holds no readable text', async () => {
    const wal = await WriteAheadLog.open(path, TEST_KEYS);
    await wal.append('1:2:a', entry('a', 'assunto particular'));
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain(entry('a', 'assunto particular').plaintext);
    expect(text).not.toContain('5511988887777');
    await wal.close();
  });

  it('R34: skips a line torn by a crash and keeps the rest', async () => {
    const wal = await WriteAheadLog.open(path, TEST_KEYS);
    await wal.append('1:2:a', entry('a', 'a'));
    await wal.close();
    appendFileSync(path, '{"id":"1:2:b","sealed":"AAAA');
    const leftover = (await WriteAheadLog.open(path, TEST_KEYS)).unheld();
    expect([...leftover.keys()]).toEqual(['1:2:a']);
  });

  it('R34: is replayed as the pending events, and is empty afterwards', async () => {
    const first = await WriteAheadLog.open(path, TEST_KEYS);
    await first.append('1:2:a', entry('a', 'Olá'));
    await first.close();
    const wal = await WriteAheadLog.open(path, TEST_KEYS);
    const leftover = wal.unheld();
    const inbox = new Inbox();
    const { settled, ...replayed } = await replay(leftover, portsOf(inbox, folder), progressOf(wal));
    await settled;
    expect(replayed).toEqual({ events: 1, unreadable: 0 });
    expect(inbox.events).toMatchObject([
      {
        type: 'message',
        providerMessageId: 'a',
        content: { kind: 'text', text: 'Olá' },
        chat: {
          name: 'Maria',
          identities: [
            { kind: 'phone', value: '5511988887777' },
            { kind: 'lid', value: '222' },
          ],
        },
      },
    ]);
    expect(wal.size).toBe(0);
    await wal.close();
  });

  it('R34: passes on the entries of an ended socket at once, even held ones, except those behind a redelivered stanza', async () => {
    const wal = await WriteAheadLog.open(path, TEST_KEYS);
    for (const id of ['ready', 'behind']) await wal.append(walId(entry(id, id), id), entry(id, id));
    const inbox = new Inbox();
    const openEntries = new OpenEntries(wal, portsOf(inbox, folder));
    // Both were emitted, and were waiting for their order when the socket ended.
    for (const id of ['1:2:ready', '1:2:behind']) wal.hold(id);
    const left = { ready: ['1:2:ready'], left: ['1:2:behind'] };
    await openEntries.replayOf({ companyId: 1, connectionId: 2 }, left);
    expect(inbox.events.map((event) => 'providerMessageId' in event && event.providerMessageId)).toEqual([
      'ready',
    ]);
    expect([...wal.unheld().keys()]).toEqual([]);
    await wal.close();
  });

  it('R34: replays entries in the order of their stanzas, and keeps those that wait for one that was never decrypted', async () => {
    const wal = await WriteAheadLog.open(path, TEST_KEYS);
    const behind = (id: string, ...stanzas: string[]) => ({
      ...entry(id, id),
      waits: { chat: 'chat', behind: stanzas },
    });
    await wal.append('1:2:second', behind('second', 'first'));
    await wal.append('1:2:first', entry('first', 'first'));
    await wal.append('1:2:fourth', behind('fourth', 'third', 'gone'));
    await wal.append('1:2:gone', entry('gone', 'gone'));
    wal.done('1:2:gone');
    await wal.close();
    const again = await WriteAheadLog.open(path, TEST_KEYS);
    const inbox = new Inbox();
    const entries = new OpenEntries(again, portsOf(inbox, folder));
    await entries.replayAll();
    const told = () => inbox.events.map((event) => event.type === 'message' && event.providerMessageId);
    expect(told()).toEqual(['first', 'second']);
    expect(entries.claim({ companyId: 1, connectionId: 3 })).toEqual([]);
    const left = [{ stanzaId: 'fourth', waits: { chat: 'chat', behind: ['third'] } }];
    expect(entries.claim({ companyId: 1, connectionId: 2 })).toEqual(left);
    expect(again.unheld().size).toBe(0);
    await entries.replayOne('1:2:fourth');
    expect(told()).toEqual(['first', 'second', 'fourth']);
    await again.close();
  });

  it('R34: gives up an unreadable entry, and replays the ones around it', async () => {
    const wal = await WriteAheadLog.open(path, TEST_KEYS);
    const reaction = proto.Message.encode({ reactionMessage: { text: '👍' } }).finish();
    const poison = Buffer.concat([reaction, Buffer.from([1])]).toString('base64');
    await wal.append('1:2:a', entry('a', 'antes'));
    await wal.append('1:2:p', { ...entry('p', ''), plaintext: poison });
    await wal.append('1:2:q', { ...entry('q', ''), plaintext: 'AAAA' });
    await wal.append('1:2:b', entry('b', 'depois'));
    await wal.close();
    const again = await WriteAheadLog.open(path, TEST_KEYS);
    const inbox = new Inbox();
    const { settled, ...replayed } = await replay(again.unheld(), portsOf(inbox, folder), progressOf(again));
    await settled;
    expect(replayed).toEqual({ events: 2, unreadable: 2 });
    expect(inbox.events.map((event) => event.type === 'message' && event.providerMessageId)).toEqual([
      'a',
      'b',
    ]);
    expect(again.size).toBe(0);
    await again.close();
  });

  it('R34: the log of a host that did not return is adopted by another, once, and its temporary files are removed', async () => {
    const dead = await WriteAheadLog.open(logPath(folder, 'dead'), TEST_KEYS);
    await dead.append('1:2:a', entry('a', 'Olá'));
    await dead.close();
    const alive = await WriteAheadLog.open(logPath(folder, 'alive'), TEST_KEYS);
    await alive.append('1:2:b', entry('b', 'eu mesmo'));
    for (const host of ['dead', 'alive']) mkdirSync(temporaryFolder(folder, host));
    const inbox = new Inbox();
    expect(await replayAbandoned(folder, 'me', TEST_KEYS, portsOf(inbox, folder))).toBe(0);
    const longAgo = new Date(Date.now() - 2 * ABANDONED_MS);
    utimesSync(logPath(folder, 'dead'), longAgo, longAgo);
    utimesSync(logPath(folder, 'alive'), longAgo, longAgo);
    await alive.touch();
    const both = ['me', 'you'].map((owner) =>
      replayAbandoned(folder, owner, TEST_KEYS, portsOf(inbox, folder)),
    );
    expect((await Promise.all(both)).toSorted()).toEqual([0, 1]);
    expect(existsSync(temporaryFolder(folder, 'dead'))).toBe(false);
    expect(existsSync(temporaryFolder(folder, 'alive'))).toBe(true);
    expect(inbox.events.map((event) => event.type === 'message' && event.providerMessageId)).toEqual(['a']);
    expect(await replayAbandoned(folder, 'me', TEST_KEYS, portsOf(inbox, folder))).toBe(0);
    await alive.close();
  });

  it('R34: no other host, and no second call, takes a log while its new host replays it', async () => {
    const longAgo = new Date(Date.now() - 2 * ABANDONED_MS);
    const dead = ['one', 'two', 'three'];
    for (const host of dead) {
      const wal = await WriteAheadLog.open(logPath(folder, host), TEST_KEYS);
      await wal.append(`1:2:${host}`, entry(host, host));
      await wal.close();
      utimesSync(logPath(folder, host), longAgo, longAgo);
    }
    const inbox = new Inbox();
    const passed: string[] = [];
    const meanwhile: number[] = [];
    const sink = new InboundSink(async (messages) => {
      // The log has its new name, and is not replayed yet.
      for (const owner of ['you', 'me', 'they'])
        meanwhile.push(
          await replayAbandoned(folder, owner, TEST_KEYS, { ...portsOf(inbox, folder), sink: others }),
        );
      passed.push(...messages.map(({ id }) => id));
    });
    const others = new InboundSink(async (messages) => {
      passed.push(...messages.map(({ id }) => id));
    });
    const ports = { ...portsOf(inbox, folder), sink };
    const mine = await replayAbandoned(folder, 'me', TEST_KEYS, ports);
    expect(mine + meanwhile.reduce((sum, events) => sum + events, 0)).toBe(dead.length);
    expect(passed.toSorted()).toEqual(dead.map((host) => `m:1:2:${host}`).toSorted());
    expect(readdirSync(folder).filter((name) => name.endsWith('.log'))).toEqual([]);
  });
});
