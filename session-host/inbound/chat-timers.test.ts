import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';

const KEY = '1:2';
const MARIA = '5511955554444';
const GROUP = '120363000000000088';
const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;

let bench: Bench;
let count = 0;
beforeEach(async () => {
  bench = await openBench();
  await bench.pair();
});
afterEach(() => bench.close());

const newId = () => {
  count += 1;
  return `3EB0${String(count).padStart(28, 'E')}`;
};
const base = (providerMessageId: string, chat: string) => ({
  v: 1 as const,
  ...REF,
  waitsUntil: inAMinute(),
  to: [{ kind: chat === GROUP ? ('group' as const) : ('phone' as const), value: chat }],
  messageId: providerMessageId,
  attempt: 1,
  providerMessageId,
});
const linesIn = (chat = MARIA) => bench.fake.network.conversation(chat, KEY);
const lineOf = (id: string, chat = MARIA) => linesIn(chat).find((line) => line.id === id);
/** Sends a text, and returns it as its recipient's phone shows it. */
const send = async (text: string, chat = MARIA) => {
  const id = newId();
  const content = { kind: 'text' as const, text };
  bench.sent.set(id, { content, quoted: undefined });
  bench.commands.push({ ...base(id, chat), type: 'send', content });
  const { result } = await bench.inbox.next('send-result', ({ messageId }) => messageId === id);
  expect(result.state).toBe('sent');
  return id;
};
const heard = async (message: Parameters<Bench['write']>[0]) => {
  const id = await bench.write(message);
  await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
};
/** Sets the timer of the chat, and waits until the device has read it. */
const setTimer = async (seconds: number) => {
  await bench.write({ from: MARIA, type: 'timer', seconds });
  await expect.poll(() => bench.fake.network.isSettled(KEY)).toBe(true);
};
const restart = async () => {
  await bench.host.stop();
  bench.store.started = [REF];
  await bench.addHost('another', { wal: undefined }).start();
  await expect.poll(() => bench.fake.network.isConnected(KEY)).toBe(true);
};
const stored = () =>
  [...(bench.store.auth.get(KEY)?.keys() ?? [])].filter((name) => name.startsWith('timer-'));

describe('an answer in a chat whose messages disappear', () => {
  it('disappears, too, as soon as the contact has set the timer and until it is switched off', async () => {
    await heard({ from: MARIA, text: 'oi' });
    await setTimer(DAY_S);
    const timed = await send('Bom dia');
    expect(lineOf(timed)).not.toHaveProperty('stays');
    await setTimer(0);
    const untimed = await send('Boa tarde');
    expect(lineOf(untimed)).toMatchObject({ text: 'Boa tarde' });
    await setTimer(WEEK_S);
    const again = await send('Boa noite');
    expect(lineOf(again)).not.toHaveProperty('stays');
  });

  it('is known from the contact’s messages if the device never learnt of the setting', async () => {
    await setTimer(DAY_S);
    for (const name of stored()) bench.store.auth.get(KEY)?.delete(name);
    await restart();
    const before = await send('ainda não sei');
    expect(lineOf(before)).toMatchObject({ stays: true });
    await heard({ from: MARIA, text: 'oi' });
    await expect.poll(stored).not.toEqual([]);
    const after = await send('agora sei');
    expect(lineOf(after)).not.toHaveProperty('stays');
  });

  it('keeps the timer in an edit, after a restart, and when a phone requests it again', async () => {
    await setTimer(DAY_S);
    const id = await send('Seu pedido saiu');
    await restart();
    bench.fake.network.loseSession(KEY, id);
    await expect.poll(() => lineOf(id)?.copies).toBe(2);
    const edit = newId();
    const target = { providerMessageId: id, fromMe: true };
    bench.sent.set(edit, { target, text: 'Seu pedido chegou' });
    bench.commands.push({ ...base(edit, MARIA), type: 'edit', target, text: 'Seu pedido chegou' });
    await expect.poll(() => lineOf(id)?.text).toBe('Seu pedido chegou');
    bench.fake.network.loseSession(KEY, edit);
    await expect.poll(() => lineOf(edit)?.copies).toBe(2);
    expect(linesIn().filter(({ stays }) => stays === true)).toEqual([]);
  });

  it('disappears from a group with a timer, which its metadata has', async () => {
    await heard({ from: MARIA, text: 'oi', group: { id: GROUP, name: 'Obra' } });
    await send('antes', GROUP);
    await bench.write({ from: MARIA, type: 'timer', seconds: WEEK_S, group: { id: GROUP, name: 'Obra' } });
    await expect.poll(() => bench.fake.network.isSettled(KEY)).toBe(true);
    const id = await send('depois', GROUP);
    expect(lineOf(id, GROUP)).toMatchObject({ text: 'depois' });
    expect(lineOf(id, GROUP)).not.toHaveProperty('stays');
  });

  it('disappears if the phone’s history has the timer', async () => {
    await bench.fake.network.tellPast(KEY, {
      part: 'bootstrap',
      chats: [{ contact: MARIA, name: 'Maria', timerS: WEEK_S }],
    });
    await expect.poll(stored).toHaveLength(2);
    bench.fake.network.assumeTimer(KEY, MARIA, WEEK_S);
    const id = await send('Bom dia');
    expect(lineOf(id)).not.toHaveProperty('stays');
  });
});

describe('the timer of a chat', () => {
  it('makes no message, and is written once for each id of the contact', async () => {
    await heard({ from: MARIA, text: 'oi' });
    bench.inbox.events.length = 0;
    await setTimer(DAY_S);
    await expect.poll(stored).toHaveLength(2);
    const written = bench.store.auth.get(KEY);
    const before = stored().map((name) => written?.get(name));
    await heard({ from: MARIA, text: 'e some amanhã' });
    await heard({ from: MARIA, text: 'esta também' });
    expect(stored().map((name) => written?.get(name))).toEqual(before);
    expect(bench.inbox.events.map(({ type }) => type)).toEqual(['message', 'message']);
  });

  it('is deleted with the credentials', async () => {
    await setTimer(DAY_S);
    await expect.poll(stored).toHaveLength(2);
    bench.commands.push({ v: 1, ...REF, type: 'stop', logout: true });
    await bench.inbox.next('session', ({ status }) => status === 'DISCONNECTED');
    expect(stored()).toEqual([]);
  });
});
