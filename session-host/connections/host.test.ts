import { join } from 'node:path';
import type { SessionCommand } from '@prosa/shared/messaging/session-command.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Bench, inAMinute, openBench, REF, TEST_KEYS } from '../testing/harness.ts';
import { WriteAheadLog } from '../write-ahead-log/write-ahead-log.ts';

const CUSTOMER = '5511988887777';
const textTo = (
  number: string,
  messageId: string,
  providerMessageId: string,
  text: string,
): SessionCommand => ({
  v: 1,
  ...REF,
  type: 'send',
  waitsUntil: inAMinute(),
  to: [{ kind: 'phone', value: number }],
  messageId,
  attempt: 1,
  providerMessageId,
  content: { kind: 'text', text },
});

describe('a connection on the fake WhatsApp network', () => {
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
    bench.commands.push(textTo(CUSTOMER, 'm1', '3EB0AAAAAAAAAAAAAAAA', 'Bom dia'));
    const { result } = await bench.inbox.next('send-result', ({ messageId }) => messageId === 'm1');
    expect(result).toEqual({ state: 'sent', providerMessageId: '3EB0AAAAAAAAAAAAAAAA' });
    const receipt = await bench.inbox.next('receipt');
    expect(receipt).toMatchObject({ providerMessageId: '3EB0AAAAAAAAAAAAAAAA', ack: 2 });
    const lines = bench.fake.network.conversation(CUSTOMER).filter((line) => !line.fromCustomer);
    expect(lines).toMatchObject([{ type: 'text', text: 'Bom dia', ack: 2, copies: 1 }]);
  });

  it('R23: carries out bulk commands from a queue of their own', async () => {
    bench.bulk.push(textTo('5511955552323', 'bulk', '3EB0BBBBBBBBBBBBBBBB', 'Até logo'));
    const { result } = await bench.inbox.next('send-result', ({ messageId }) => messageId === 'bulk');
    expect(result).toEqual({ state: 'sent', providerMessageId: '3EB0BBBBBBBBBBBBBBBB' });
    await bench.inbox.next('receipt', (receipt) => receipt.providerMessageId === '3EB0BBBBBBBBBBBBBBBB');
    await expect.poll(() => bench.bulk.settled).toHaveLength(1);
  });

  it('reports whether a number is on WhatsApp', async () => {
    // A telephone number has fifteen digits at most, so nobody has this one.
    const nobodys = '55119888877770000';
    for (const number of [CUSTOMER, nobodys])
      bench.commands.push({ v: 1, ...REF, type: 'check-number', number, waitsUntil: inAMinute() });
    const resultOf = async (asked: string) =>
      (await bench.inbox.next('number-check', ({ number }) => number === asked)).result;
    expect(await resultOf(CUSTOMER)).toEqual({ state: 'reached', number: CUSTOMER });
    expect(await resultOf(nobodys)).toEqual({ state: 'absent' });
  });

  it('reports which numbers of a list are on WhatsApp', async () => {
    const nobodys = '55119888877770000';
    const asked = { contactListId: 4, token: 'the-batch', numbers: [nobodys, CUSTOMER] };
    bench.commands.push({ v: 1, ...REF, type: 'check-numbers', ...asked, waitsUntil: inAMinute() });
    const told = await bench.inbox.next('numbers-checked', ({ token }) => token === 'the-batch');
    expect(told).toMatchObject({
      contactListId: 4,
      result: {
        state: 'answered',
        numbers: [
          { number: nobodys, result: { state: 'absent' } },
          { number: CUSTOMER, result: { state: 'reached', number: CUSTOMER } },
        ],
      },
    });
    const elsewhere = { ...REF, connectionId: 99 };
    const late = { ...asked, token: 'late', waitsUntil: 1 };
    bench.commands.push({ v: 1, ...elsewhere, type: 'check-numbers', ...late });
    const failed = await bench.inbox.next('numbers-checked', ({ token }) => token === 'late');
    expect(failed.result).toEqual({ state: 'failed', reason: 'not-connected' });
  });

  it('reports when the number could not be checked in time', async () => {
    const elsewhere = { ...REF, connectionId: 99 };
    bench.commands.push({ v: 1, ...elsewhere, type: 'check-number', number: CUSTOMER, waitsUntil: 1 });
    const { result } = await bench.inbox.next('number-check', ({ connectionId }) => connectionId === 99);
    expect(result).toEqual({ state: 'failed', reason: 'not-connected' });
  });

  it('keeps both changes of the keys when a message arrives while another one is sent', async () => {
    const wal = await WriteAheadLog.open(join(bench.dataDir, 'slow.wal'), TEST_KEYS);
    const disk = Promise.withResolvers<void>();
    const append = wal.append.bind(wal);
    const appending = vi.spyOn(wal, 'append').mockImplementation(async (id, entry) => {
      await disk.promise;
      return append(id, entry);
    });
    await bench.host.stop();
    bench.store.started = [REF];
    await bench.addHost('slow', { wal }).start();
    const { network } = bench.fake;
    await expect.poll(() => network.isConnected('1:2')).toBe(true);
    const send = (messageId: string) =>
      bench.commands.push(textTo(CUSTOMER, messageId, `3EB0AAAA${messageId}`, messageId));
    const written = await bench.write({ from: CUSTOMER, text: 'enquanto isso' });
    await expect.poll(() => appending.mock.calls.length).toBe(1);
    // The new keys are still being written to disk. A message sent now has time to leave.
    send('01');
    for (const id of ['n1', 'n2', 'n3', 'n4']) {
      network.push('1:2', {
        tag: 'notification',
        attrs: { id, from: 's.whatsapp.net', type: 'server', t: '1' },
      });
      await expect.poll(() => network.unsettled('1:2')).not.toContain(id);
    }
    disk.resolve();
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === written);
    for (const messageId of ['02', '03']) {
      send(messageId);
      await bench.inbox.next('send-result', (event) => event.messageId === messageId);
    }
    const last = await bench.write({ from: CUSTOMER, text: 'e agora?' });
    const { content } = await bench.inbox.next(
      'message',
      ({ providerMessageId }) => providerMessageId === last,
    );
    expect(content).toEqual({ kind: 'text', text: 'e agora?' });
    expect(network.askedAgain()).toEqual([]);
    const texts = network
      .conversation(CUSTOMER)
      .flatMap(({ fromCustomer, text }) => (fromCustomer ? [] : [text]));
    expect(texts).toEqual(['Bom dia', '01', '02', '03']);
  });
});
