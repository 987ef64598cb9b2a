import { randomBytes } from 'node:crypto';
import type { CustomerMessage } from '@prosa/infra/local/fake-whatsapp/content.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';

const MARIA = '5511966665555';
const JOAO = '5511966664444';
const GROUP = { id: '120363000000000077', name: 'Condomínio' };
const POLL = { question: 'Qual horário?', options: ['Manhã', 'Tarde', 'Noite'], multiple: false };
const DAY_MS = 86_400_000;

let bench: Bench;
let count = 0;
beforeAll(async () => {
  bench = await openBench();
  await bench.pair();
});
afterAll(() => bench.close());

const write = (message: Partial<CustomerMessage>, from = MARIA) => bench.write({ from, ...message });
const poll = (more: Partial<CustomerMessage> = {}) => write({ type: 'poll', poll: POLL, ...more });
/** Waits for the newest vote of a poll, after as many as were cast. */
const votesOf = (target: string) =>
  bench.inbox.events.flatMap((event) =>
    event.type === 'poll-vote' && event.targetProviderMessageId === target ? [event] : [],
  );
const sendPoll = async (content: { group?: string } = {}) => {
  count += 1;
  const providerMessageId = `3EB0${String(count).padStart(28, '0')}`;
  const secret = randomBytes(32).toString('base64');
  const body = { kind: 'poll' as const, ...POLL, secret };
  const to =
    content.group === undefined
      ? { kind: 'phone' as const, value: MARIA }
      : { kind: 'group' as const, value: content.group };
  const messageId = `poll-${count}`;
  const base = { v: 1 as const, ...REF, waitsUntil: inAMinute(), attempt: 1, messageId, providerMessageId };
  bench.sent.set(providerMessageId, { content: body, quoted: undefined });
  bench.commands.push({ ...base, type: 'send', to: [to], content: body });
  const { result } = await bench.inbox.next('send-result', (event) => event.messageId === messageId);
  expect(result.state).toBe('sent');
  return providerMessageId;
};

describe('a vote in a poll', () => {
  it.each(['lid', 'lid-alone', 'phone'] as const)(
    'is reported with the texts of its options if WhatsApp names people by %s',
    async (addressing) => {
      const target = await poll({ addressing });
      await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === target);
      await write({ type: 'vote', target, options: ['Tarde'], addressing });
      await expect.poll(() => votesOf(target)).toMatchObject([{ options: ['Tarde'], fromMe: false }]);
    },
  );

  it('replaces the earlier one, and an empty one takes it back', async () => {
    const target = await poll();
    for (const options of [['Manhã'], ['Noite', 'Tarde'], []]) await write({ type: 'vote', target, options });
    await expect
      .poll(() => votesOf(target).map(({ options }) => options))
      .toEqual([['Manhã'], ['Tarde', 'Noite'], []]);
  });

  it('in a poll of ours is decrypted with the secret that the platform chose', async () => {
    await write({ text: 'oi' });
    const target = await sendPoll();
    await write({ type: 'vote', target, options: ['Noite'] });
    await expect.poll(() => votesOf(target)).toMatchObject([{ options: ['Noite'] }]);
  });

  it('of a group names its voter, in a poll of ours and in one of another member', async () => {
    const theirs = await poll({ group: GROUP });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === theirs);
    const ours = await sendPoll({ group: GROUP.id });
    for (const target of [theirs, ours]) {
      await write({ type: 'vote', target, options: ['Manhã'], group: GROUP }, JOAO);
      await expect
        .poll(() => votesOf(target))
        .toMatchObject([
          {
            options: ['Manhã'],
            chat: {
              isGroup: true,
              participant: {
                identities: [
                  { kind: 'phone', value: JOAO },
                  { kind: 'lid', value: bench.fake.network.jidsOf(JOAO).lid.split('@')[0] },
                ],
              },
            },
          },
        ]);
    }
  });

  it('is decrypted after a crash, from the log', async () => {
    const target = await poll();
    await write({ type: 'vote', target, options: ['Manhã'] });
    await expect.poll(() => votesOf(target)).toHaveLength(1);
    await bench.replayLog();
    const seen = new Set(votesOf(target).map(({ options }) => options.join()));
    expect([...seen]).toEqual(['Manhã']);
  });

  it('in an unknown poll is left out, and the next message arrives', async () => {
    const target = await write({ type: 'text', text: 'isto não é uma enquete' });
    await expect(write({ type: 'vote', target, options: ['Manhã'] })).rejects.toThrow('no such poll');
    const message = {
      pollUpdateMessage: {
        pollCreationMessageKey: { id: 'UNKNOWN', fromMe: false, remoteJid: '' },
        vote: { encPayload: Buffer.alloc(40, 1), encIv: Buffer.alloc(12, 1) },
      },
    };
    await bench.fake.network.phones.write('1:2', { from: MARIA, message });
    const next = await write({ text: 'depois' });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === next);
    expect(votesOf('UNKNOWN')).toEqual([]);
  });
});

describe('a pinned message', () => {
  const pinsOf = (target: string) =>
    bench.inbox.events.flatMap((event) =>
      event.type === 'pin' && event.targetProviderMessageId === target ? [event] : [],
    );

  it('is reported with its end, and unpinned without', async () => {
    const target = await write({ text: 'Endereço: Rua A, 10' });
    await write({ type: 'pin', target, seconds: 86_400 });
    await expect.poll(() => pinsOf(target)).toHaveLength(1);
    const [pin] = pinsOf(target);
    expect(pin?.until).toBe((pin?.sentAt ?? 0) + DAY_MS);
    await write({ type: 'pin', target, seconds: 0 });
    await expect.poll(() => pinsOf(target).map(({ until }) => until)).toEqual([pin?.until, null]);
  });

  it('is pinned for 30 days at most, whatever its duration says', async () => {
    const target = await write({ text: 'Para sempre' });
    await write({ type: 'pin', target, seconds: 4_000_000_000 });
    await expect.poll(() => pinsOf(target)).toHaveLength(1);
    const [pin] = pinsOf(target);
    expect(pin?.until).toBe((pin?.sentAt ?? 0) + 30 * DAY_MS);
  });
});
