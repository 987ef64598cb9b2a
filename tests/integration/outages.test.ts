import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type Client, signIn } from '../bench/client.ts';
import { PNG } from '../factories/files.ts';
import { createCustomer, waitConnected } from '../support/customer.ts';

/**
 * Takes down parts of the whole system under traffic, with the deployed delays. Six seconds stand for the promised
 * minute, which every queue's delays outlast (`given-back`).
 */
const OUTAGE_MS = 6_000;
const CUSTOMERS = ['5511966660001', '5511966660002', '5511966660003'] as const;
const ROUNDS = 30;
const ROUND_MS = 300;
const OUTAGE_FROM_ROUND = 5;
const WAIT = { timeout: 180_000, interval: 250 } as const;

const ticketsSchema = z.object({
  tickets: z.array(z.object({ id: z.number(), uuid: z.string(), contact: z.object({ number: z.string() }) })),
});
const messagesSchema = z.object({
  hasMore: z.boolean(),
  cursor: z.string().nullable(),
  messages: z.array(
    z.object({
      body: z.string(),
      fromMe: z.boolean(),
      sendState: z.string(),
      media: z.object({ state: z.string() }).nullable(),
      sortKey: z.string(),
    }),
  ),
});
type Ticket = z.infer<typeof ticketsSchema>['tickets'][number];

describe('outage of one part', () => {
  let stack: Stack;
  let client: Client;
  const tickets = new Map<string, Ticket>();

  const phoneOf = (number: string) => createCustomer(stack.url, number, `Cliente ${number.slice(-1)}`);
  const write = async (from: string, message: Record<string, unknown>): Promise<void> => {
    await phoneOf(from).write(message);
  };
  /** Sends like a browser: retries with the same client id until the message is acknowledged. */
  const send = async (ticket: Ticket, body: string): Promise<void> => {
    const clientId = randomUUID();
    await expect
      .poll(
        () =>
          client.call('POST', `/messages/${ticket.id}`, { body, clientId }).then(
            () => 'sent',
            (error: unknown) => String(error),
          ),
        WAIT,
      )
      .toBe('sent');
  };
  const conversation = async ({ uuid }: Ticket) => {
    const all: z.infer<typeof messagesSchema>['messages'] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = messagesSchema.parse(await client.call('GET', `/messages/${uuid}?markRead=false${more}`));
      all.push(...page.messages);
      cursor = page.hasMore ? page.cursor : null;
    }
    return all.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  };
  const received = async (contact: string, label: string) => {
    const lines = await phoneOf(contact).received();
    return lines.filter(({ text }) => text?.startsWith(label) === true);
  };
  const numbered = (label: string): string[] => Array.from({ length: ROUNDS }, (_none, n) => `${label} ${n}`);

  /** Customers write and an attendant answers, every third of a second, while `breakIt` runs. */
  const trafficAround = async (label: string, breakIt: () => Promise<void>): Promise<void> => {
    let outage: Promise<void> = Promise.resolve();
    const sends = new Map<string, Promise<void>>();
    for (let round = 0; round < ROUNDS; round++) {
      if (round === OUTAGE_FROM_ROUND) outage = breakIt();
      for (const customer of CUSTOMERS) {
        const ticket = tickets.get(customer);
        if (ticket === undefined) throw new Error('no ticket');
        await write(customer, { text: `${label} ${round}` });
        const before = sends.get(customer) ?? Promise.resolve();
        sends.set(
          customer,
          before.then(() => send(ticket, `${label} ${round}`)),
        );
      }
      await sleep(ROUND_MS);
    }
    await outage;
    await Promise.all(sends.values());
  };

  /** Expects every text once and in order, at the attendant's and at the customer's side. */
  const expectAll = async (label: string): Promise<void> => {
    for (const customer of CUSTOMERS) {
      const ticket = tickets.get(customer);
      if (ticket === undefined) throw new Error('no ticket');
      const texts = async (fromMe: boolean) =>
        (await conversation(ticket)).flatMap(({ body, fromMe: own }) =>
          own === fromMe && body.includes(label) ? [body.slice(body.indexOf(label))] : [],
        );
      await expect.poll(() => texts(false), WAIT).toEqual(numbered(label));
      expect(await texts(true)).toEqual(numbered(label));
      await expect
        .poll(async () => (await received(customer, label)).map(({ text }) => text), WAIT)
        .toEqual(numbered(label));
      expect((await received(customer, label)).every(({ copies }) => copies === 1)).toBe(true);
    }
  };

  beforeAll(async () => {
    stack = await startStack({ seed: 'demo' });
    client = await signIn(stack.url, 'ana@demo.local', stack.adminPassword);
    await waitConnected(stack.url);
    const { id } = z.object({ id: z.number() }).parse(await client.call('GET', '/auth/me'));
    for (const customer of CUSTOMERS) {
      await write(customer, { text: 'Bom dia' });
      const ticket = await vi.waitFor(async () => {
        const waiting = await client.call('GET', '/tickets?status=pending&showAll=true');
        const found = ticketsSchema.parse(waiting).tickets.find(({ contact }) => contact.number === customer);
        if (found === undefined) throw new Error('the ticket did not arrive');
        return found;
      }, WAIT);
      tickets.set(customer, ticket);
      await client.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: id, queueId: 1 });
    }
  });
  afterAll(() => stack.stop());

  it('R10: a queue outage loses and duplicates nothing in either direction', async () => {
    await trafficAround('fila', async () => {
      stack.setAvailable('sqs', false);
      await sleep(OUTAGE_MS);
      stack.setAvailable('sqs', true);
    });
    await expectAll('fila');
  });

  it('R19: a killed table loses and duplicates nothing in either direction', async () => {
    await trafficAround('tabela', async () => {
      await stack.kill('dynoxide');
      await sleep(OUTAGE_MS);
      await stack.restart('dynoxide');
    });
    await expectAll('tabela');
  });

  it('during a bucket outage texts pass, and the file arrives afterwards', async () => {
    const [customer] = CUSTOMERS;
    const ticket = tickets.get(customer);
    if (ticket === undefined) throw new Error('no ticket');
    stack.setAvailable('s3', false);
    await write(customer, {
      type: 'image',
      text: 'a foto',
      media: { mimeType: 'image/png', data: PNG.toString('base64') },
    });
    await write(customer, { text: 'depois da foto' });
    const photo = async () => (await conversation(ticket)).find(({ body }) => body === 'a foto');
    await expect
      .poll(async () => (await conversation(ticket)).map(({ body }) => body), WAIT)
      .toContain('depois da foto');
    expect((await photo())?.media?.state).toBe('fetching');
    await sleep(OUTAGE_MS);
    stack.setAvailable('s3', true);
    await expect.poll(async () => (await photo())?.media?.state, WAIT).toBe('stored');
  });
});
