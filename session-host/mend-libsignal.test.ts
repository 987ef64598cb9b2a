import { DEFAULT_CACHE_TTLS } from 'baileys';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from './testing/harness.ts';

const CUSTOMER = '5511988887777';
const { USER_DEVICES } = DEFAULT_CACHE_TTLS;

let bench: Bench;
beforeAll(async () => {
  // Devices are asked for with every send, and sessions opened anew.
  Object.assign(DEFAULT_CACHE_TTLS, { USER_DEVICES: 0.001 });
  bench = await openBench();
  await bench.pair();
});
afterAll(async () => {
  Object.assign(DEFAULT_CACHE_TTLS, { USER_DEVICES });
  await bench.close();
});

it('messages that cross one of ours, which opens a new session, are read at once, and so is what follows on that session', async () => {
  for (let round = 0; round < 12; round++) {
    const messageId = `m${round}`;
    const writing = [`a${round}`, `b${round}`].map((text) => bench.write({ from: CUSTOMER, text }));
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      waitsUntil: inAMinute(),
      to: [{ kind: 'phone', value: CUSTOMER }],
      messageId,
      attempt: 1,
      providerMessageId: `3EB0${String(round).padStart(18, '0')}`,
      content: { kind: 'text', text: 'Bom dia' },
    });
    for (const id of await Promise.all(writing))
      await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    await bench.inbox.next('send-result', (event) => event.messageId === messageId);
  }
  const contents = bench.inbox.events.flatMap((event) =>
    event.type === 'message' ? [event.content.kind] : [],
  );
  expect(contents).toEqual(Array.from({ length: 24 }, () => 'text'));
});

it('the sessions of a contact, and of the own phone, stay a row of a few kilobytes however often they are opened anew', () => {
  const rows = [...(bench.store.auth.get('1:2') ?? [])].filter(([name]) => name.startsWith('session-'));
  expect(rows).toHaveLength(2);
  for (const [, sealed] of rows) expect(sealed.length).toBeLessThan(8_000);
});
