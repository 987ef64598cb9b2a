import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';

const CUSTOMER = '5511933332222';
const GROUP = '120363000000000009';
const ID = '3EB0BBBBBBBBBBBBBBBBBBBBBBBBBBBB';
const KEY = '1:2';

describe('a customer’s phone that could not decrypt an outgoing message', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(() => bench.close());

  const send = async (content: OutboundContent, group?: string) => {
    const to =
      group === undefined
        ? { kind: 'phone' as const, value: CUSTOMER }
        : { kind: 'group' as const, value: group };
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      waitsUntil: inAMinute(),
      to: [to],
      messageId: 'm',
      attempt: 1,
      providerMessageId: ID,
      content,
    });
    const { result } = await bench.inbox.next('send-result', ({ messageId }) => messageId === 'm');
    expect(result.state).toBe('sent');
    bench.sent.set(ID, { content, quoted: undefined });
  };
  const line = (chat = CUSTOMER) => bench.fake.network.conversation(chat).find(({ id }) => id === ID);
  /** Lets another process take the connection over, without any memory of sent messages. */
  const restart = async () => {
    await bench.host.stop();
    bench.store.started = [REF];
    await bench.addHost('another', { wal: undefined }).start();
    await expect.poll(() => bench.fake.network.isConnected(KEY)).toBe(true);
  };
  const settled = () => expect.poll(() => bench.fake.network.isSettled(KEY)).toBe(true);

  it('gets it again from the process that sent it', async () => {
    await send({ kind: 'text', text: 'Seu pedido saiu' });
    bench.fake.network.loseSession(KEY, ID);
    await expect.poll(() => line()?.copies).toBe(2);
  });

  it('gets it again with the same content after a restart of the host', async () => {
    await send({ kind: 'text', text: 'Seu pedido saiu' });
    await restart();
    bench.fake.network.loseSession(KEY, ID);
    await expect.poll(() => line()?.copies).toBe(2);
    expect(line()).toMatchObject({ text: 'Seu pedido saiu' });
  });

  it('gets a file again after a restart', async () => {
    bench.objects.set('t/1/a', Buffer.from('%PDF-1.4 pedido'));
    const document = {
      kind: 'document',
      mimeType: 'application/pdf',
      fileName: 'pedido.pdf',
      voice: false,
    } as const;
    await send({ ...document, key: 't/1/a' });
    await restart();
    bench.fake.network.loseSession(KEY, ID);
    await expect.poll(() => line()?.copies).toBe(2);
  });

  it('gets a message to its group again after a restart', async () => {
    await bench.write({ from: CUSTOMER, text: 'oi', group: { id: GROUP, name: 'Obra' } });
    await bench.inbox.next('message');
    await send({ kind: 'text', text: 'Bom dia a todos' }, GROUP);
    await restart();
    bench.fake.network.loseSession(KEY, ID);
    await expect.poll(() => line(GROUP)?.copies).toBe(2);
  });

  it('does not get a message that was deleted meanwhile, even immediately after', async () => {
    await send({ kind: 'text', text: 'engano' });
    const to = [{ kind: 'phone' as const, value: CUSTOMER }];
    bench.sent.delete(ID);
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'delete',
      waitsUntil: inAMinute(),
      to,
      messageId: 'm',
      attempt: 1,
      providerMessageId: '3EB0DE1E7E',
      target: { providerMessageId: ID, fromMe: true },
    });
    await expect.poll(() => line()?.deleted).toBe(true);
    bench.fake.network.loseSession(KEY, ID);
    await settled();
    expect(line()?.copies).toBe(1);
  });

  it('gets an edit and a deletion again, from the process that sent them and after a restart', async () => {
    await send({ kind: 'text', text: 'Seu pedido saiu' });
    const target = { providerMessageId: ID, fromMe: true };
    const copiesOf = (id: string) =>
      bench.fake.network.conversation(CUSTOMER).find((one) => one.id === id)?.copies;
    const change = (providerMessageId: string, text?: string) => {
      const base = {
        v: 1 as const,
        ...REF,
        waitsUntil: inAMinute(),
        to: [{ kind: 'phone' as const, value: CUSTOMER }],
        messageId: 'm',
        attempt: 1,
        providerMessageId,
        target,
      };
      bench.commands.push(text === undefined ? { ...base, type: 'delete' } : { ...base, type: 'edit', text });
      bench.sent.set(providerMessageId, { target, text });
    };
    change('3EB0ED17', 'Seu pedido chegou');
    await expect.poll(() => line()?.edited).toBe(true);
    bench.fake.network.loseSession(KEY, '3EB0ED17');
    await expect.poll(() => copiesOf('3EB0ED17')).toBe(2);
    change('3EB0DE1E7E');
    await expect.poll(() => line()?.deleted).toBe(true);
    await restart();
    for (const id of ['3EB0ED17', '3EB0DE1E7E']) {
      bench.fake.network.loseSession(KEY, id);
      await expect.poll(() => copiesOf(id)).toBe(id === '3EB0ED17' ? 3 : 2);
    }
    const copies = bench.fake.network.conversation(CUSTOMER).filter(({ type }) => type !== 'text');
    expect(copies.map(({ type, target: of }) => [type, of])).toEqual([
      ['edit', ID],
      ['delete', ID],
    ]);
  });

  it('is not answered forever', async () => {
    await send({ kind: 'text', text: 'de novo?' });
    for (let asked = 0; asked < 6; asked += 1) {
      bench.fake.network.loseSession(KEY, ID);
      await settled();
    }
    expect(line()?.copies).toBeGreaterThan(1);
    expect(line()?.copies).toBeLessThanOrEqual(4);
  });
});
