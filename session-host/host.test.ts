import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from './testing/harness.ts';

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
      waitsUntil: inAMinute(),
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
});
