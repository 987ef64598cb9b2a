import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench, REF } from './testing/harness.ts';

const CUSTOMER = '5511988887777';

describe('a connection on the fake network', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterAll(() => bench.close());

  it('reports its number once linked', async () => {
    const { number } = await bench.inbox.next('session', ({ status }) => status === 'CONNECTED');
    expect(number).toBe(bench.fake.network.accounts.get('1:2')?.number);
  });

  it('turns a text into an inbound event with both identities', async () => {
    const id = await bench.write({ from: CUSTOMER, text: 'Olá' });
    const event = await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    expect(event.content).toEqual({ kind: 'text', text: 'Olá' });
    expect(event.chat.identities.map(({ kind }) => kind)).toEqual(['phone', 'lid']);
    expect(event.chat.identities[0]?.value).toBe(CUSTOMER);
    expect(event.chat.name).toBe('Maria');
  });

  it('sends a text that the customer can read, and reports it sent and delivered', async () => {
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      to: [{ kind: 'phone', value: CUSTOMER }],
      messageId: 'm1',
      attempt: 1,
      providerMessageId: '3EB0AAAAAAAAAAAAAAAA',
      content: { kind: 'text', text: 'Bom dia' },
    });
    const { result } = await bench.inbox.next('send-result', ({ messageId }) => messageId === 'm1');
    expect(result).toEqual({ state: 'sent', providerMessageId: '3EB0AAAAAAAAAAAAAAAA' });
    const receipt = await bench.inbox.next('receipt');
    expect(receipt).toMatchObject({ providerMessageId: '3EB0AAAAAAAAAAAAAAAA', ack: 2 });
    const lines = bench.fake.network.conversation(CUSTOMER).filter((line) => !line.fromCustomer);
    expect(lines).toMatchObject([{ type: 'text', text: 'Bom dia', ack: 2, copies: 1 }]);
  });

  it('tells whether a number is on WhatsApp', async () => {
    // A telephone number has fifteen digits at most.
    const nobodys = '55119888877770000';
    for (const number of [CUSTOMER, nobodys])
      bench.commands.push({ v: 1, ...REF, type: 'check-number', number });
    const resultOf = async (asked: string) =>
      (await bench.inbox.next('number-check', ({ number }) => number === asked)).result;
    expect(await resultOf(CUSTOMER)).toEqual({ state: 'reached', number: CUSTOMER });
    expect(await resultOf(nobodys)).toEqual({ state: 'absent' });
  });

  it('says so at once where it cannot ask', async () => {
    const elsewhere = { ...REF, connectionId: 99 };
    bench.commands.push({ v: 1, ...elsewhere, type: 'check-number', number: CUSTOMER });
    const { result } = await bench.inbox.next('number-check', ({ connectionId }) => connectionId === 99);
    expect(result).toEqual({ state: 'failed', reason: 'not-connected' });
  });
});
