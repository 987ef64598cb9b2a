import { frameReader } from '@prosa/frontend/lib/live/read-frame.ts';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import { signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import { type Cpu, cpuByProcess, cpuSince, percentile, showCpu } from '../measure.ts';
import { writeAsCustomer } from './sandbox.ts';
import { waitingTicket } from './steps.ts';

const QUIET_PER_SECOND = 10;
const QUIET_SECONDS = 20;
const LOAD_PER_SECOND = 60;
const LOAD_SECONDS = 60;
const CUSTOMERS = 20;
const ARRIVAL_LIMIT_MS = 120_000;
const P50_MS = 80;
const P95_MS = 300;
const CPU_MS = 22;

const frameSchema = z.array(
  z.object({
    event: z.string(),
    data: z.object({ action: z.string(), message: z.object({ body: z.string() }).optional() }),
  }),
);

interface Run {
  /** In the order of arrival. */
  latencies: number[];
  lost: number;
  doubled: number;
  outOfOrder: number;
  cpu: Cpu;
  seconds: number;
}

/** Writes as customers at a steady rate, and follows every message to a browser. */
export const writeAndFollow = async (
  stack: StackProcess,
  password: string,
  perSecond: number,
  seconds: number,
  label: string,
): Promise<Run> => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  const customers = Array.from(
    { length: CUSTOMERS },
    (_value, index) => `55119666${String(index).padStart(5, '0')}`,
  );
  for (const customer of customers) {
    await waitingTicket(stack, client, customer);
    // A customer who has chosen a queue gets no more automatic answers.
    await writeAsCustomer(stack.url, customer, '1');
  }

  const total = perSecond * seconds;
  const sentAt = new Map<string, number>();
  const seen = new Map<string, number>();
  const latencies: number[] = [];
  const lastOf = new Map<string, number>();
  let outOfOrder = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const follow = ({ event, data }: z.infer<typeof frameSchema>[number]) => {
    if (!event.endsWith('-appMessage') || data.action !== 'create') return;
    const body = data.message?.body ?? '';
    const started = sentAt.get(body);
    if (started === undefined) return;
    const count = (seen.get(body) ?? 0) + 1;
    seen.set(body, count);
    if (count > 1) return;
    latencies.push(performance.now() - started);
    const [, customer = '', number = ''] = body.split(' ');
    if (Number(number) < (lastOf.get(customer) ?? -1)) outOfOrder += 1;
    lastOf.set(customer, Number(number));
    if (seen.size === total) finish();
  };
  const read = frameReader(
    (text) => {
      for (const event of frameSchema.parse(JSON.parse(text))) follow(event);
    },
    () => socket.close(),
  );
  const socket = await client.openSocket(read);

  const cpuBefore = cpuByProcess(stack.pid);
  const startedAt = performance.now();
  const writes: Promise<void>[] = [];
  const lastWrite = new Map<number, Promise<void>>();
  for (let index = 0; index < total; index++) {
    const due = startedAt + (index * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const customer = index % CUSTOMERS;
    const body = `${label} ${customer} ${index}`;
    // A customer writes one message after the other, because messages sent simultaneously would have no defined
    // order.
    const before = lastWrite.get(customer) ?? Promise.resolve();
    const write = before.then(() => {
      sentAt.set(body, performance.now());
      return writeAsCustomer(stack.url, customers[customer] ?? '', body);
    });
    lastWrite.set(customer, write);
    writes.push(write);
  }
  await Promise.all(writes);
  await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, ARRIVAL_LIMIT_MS).unref())]);
  const cpu = cpuSince(stack.pid, cpuBefore, total);
  socket.close();
  return {
    latencies,
    lost: total - seen.size,
    doubled: [...seen.values()].filter((count) => count > 1).length,
    outOfOrder,
    cpu,
    seconds: (performance.now() - startedAt) / 1000,
  };
};

/** Measures the time from the customer's text to the browser's event, at rest and under load. */
export const measureInbound = async (stack: StackProcess, password: string): Promise<Figure[]> => {
  const quiet = await writeAndFollow(stack, password, QUIET_PER_SECOND, QUIET_SECONDS, 'quiet');
  const busy = await writeAndFollow(stack, password, LOAD_PER_SECOND, LOAD_SECONDS, 'busy');
  const p50 = percentile(quiet.latencies, 0.5);
  const p95 = percentile(quiet.latencies, 0.95);
  const intact = busy.lost + busy.doubled + busy.outOfOrder === 0;
  return [
    {
      name: `${QUIET_PER_SECOND} messages/s to the browser`,
      value: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      limits: [
        { of: 'p50', ms: p50, atMostMs: P50_MS },
        { of: 'p95', ms: p95, atMostMs: P95_MS },
      ],
    },
    {
      name: 'CPU per message, all processes',
      value: `${showCpu(quiet.cpu)} quiet, ${showCpu(busy.cpu)} busy`,
      cpuMs: quiet.cpu.total,
      limits: [{ ms: quiet.cpu.total, atMostMs: CPU_MS }],
    },
    {
      name: `${LOAD_PER_SECOND} messages/s for ${LOAD_SECONDS} s`,
      value: `${(busy.latencies.length / busy.seconds).toFixed(0)}/s, ${busy.lost} lost, ${busy.doubled} doubled, ${busy.outOfOrder} out of order, p95 ${percentile(busy.latencies, 0.95).toFixed(0)} ms`,
      target: 'none lost, doubled or out of order',
      met: intact,
    },
  ];
};
