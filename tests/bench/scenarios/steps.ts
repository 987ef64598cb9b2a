import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import { type Client, signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import { load, showCpu } from '../measure.ts';
import { customerMessages, writeAsCustomer } from './sandbox.ts';

const STEPS = 200;
const SENDS = 200;
/** Run before the measurement, because code that ran only a few times is interpreted at several times the cost. */
const WARM_UP_STEPS = 100;
const WARM_UP_SENDS = 100;
const ACCEPT_CPU_MS = 10;
const SEND_CPU_MS = 32;
const SEND_LIMIT_MS = 30_000;
const POLL_MS = 5;

const ticketSchema = z.object({ id: z.number(), uuid: z.string(), queueId: z.number().nullable() });

/** Returns a pending ticket of a customer of the demo company. */
export const waitingTicket = async (
  stack: StackProcess,
  client: Client,
  from: string,
): Promise<z.infer<typeof ticketSchema>> => {
  await writeAsCustomer(stack.url, from, 'Bom dia');
  const pages = z.object({
    tickets: z.array(ticketSchema.extend({ contact: z.object({ number: z.string() }) })),
  });
  const deadline = performance.now() + SEND_LIMIT_MS;
  for (;;) {
    const { tickets } = pages.parse(await client.call('GET', '/tickets?status=pending&showAll=true'));
    const found = tickets.find(({ contact }) => contact.number === from);
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error('the ticket did not arrive');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/** Measures accepting and returning a ticket, and sending a text until the customer has it. */
export const measureSteps = async (stack: StackProcess, password: string): Promise<Figure[]> => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  const me = z
    .object({ id: z.number(), queues: z.array(z.object({ id: z.number() })) })
    .parse(await client.call('GET', '/auth/me'));
  const from = '5511955550001';
  const ticket = await waitingTicket(stack, client, from);
  const queues = z.array(z.object({ id: z.number() })).parse(await client.call('GET', '/queue'));
  const queueId = ticket.queueId ?? queues[0]?.id;
  const accept = { status: 'open', userId: me.id, queueId };
  const step = async (index: number): Promise<void> => {
    await client.call(
      'PUT',
      `/tickets/${ticket.id}`,
      index % 2 === 0 ? accept : { status: 'pending', userId: null },
    );
  };
  await load(stack.pid, 1, WARM_UP_STEPS, step);
  const steps = await load(stack.pid, 1, STEPS, step);
  await client.call('PUT', `/tickets/${ticket.id}`, accept);

  // The menu that answered the first text.
  let last = (await customerMessages(stack.url, from, { waitMs: SEND_LIMIT_MS })).at(-1)?.id;
  const send = async (index: number): Promise<void> => {
    const body = `Mensagem ${index} ${randomUUID()}`;
    await client.call('POST', `/messages/${ticket.id}`, { body, clientId: randomUUID() });
    const [message] = await customerMessages(stack.url, from, { after: last, waitMs: SEND_LIMIT_MS });
    if (message?.text !== body) throw new Error('the customer did not get the message');
    last = message.id;
  };
  await load(stack.pid, 1, WARM_UP_SENDS, send);
  const sends = await load(stack.pid, 1, SENDS, send);
  return [
    {
      name: 'accept or return, with the browser events',
      value: `p50 ${steps.p50.toFixed(1)} ms, CPU ${showCpu(steps.cpu)}`,
      cpuMs: steps.cpu.total,
      limits: [{ of: 'CPU', ms: steps.cpu.total, atMostMs: ACCEPT_CPU_MS }],
    },
    {
      name: 'send until the customer has it',
      value: `p50 ${sends.p50.toFixed(0)} ms, CPU ${showCpu(sends.cpu)}`,
      cpuMs: sends.cpu.total,
      limits: [{ of: 'CPU', ms: sends.cpu.total, atMostMs: SEND_CPU_MS }],
    },
  ];
};
