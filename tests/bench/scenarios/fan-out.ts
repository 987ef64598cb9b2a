import { randomUUID } from 'node:crypto';
import type { StackProcess } from '../../support/stack-process.ts';
import { type Client, signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import { cpuByProcess, cpuSince, percentile, showCpu } from '../measure.ts';
import { writeAndFollow } from './inbound.ts';
import { writeAsCustomer } from './sandbox.ts';
import { waitingTicket } from './steps.ts';

const BROWSERS = 500;
/** A user may have 20 connections open; one is left for following the load. */
const BROWSERS_OF_A_USER = 19;
const EVENTS = 10;
const CUSTOMER = '5511977770001';
const LIMIT_MS = 60_000;
const P95_MS = 250;
const CPU_MS = 110;
const LOAD_PER_SECOND = 60;
const LOAD_SECONDS = 60;
const LOAD_P95_MS = 800;

/** Adds administrators of the demo company besides Ana, who see every ticket as she does. */
const addColleagues = async (stack: StackProcess, admin: Client, password: string): Promise<Client[]> => {
  const colleagues: Client[] = [];
  while ((colleagues.length + 1) * BROWSERS_OF_A_USER < BROWSERS) {
    const email = `colleague-${colleagues.length}-${randomUUID()}@demo.local`;
    const name = `Colleague ${colleagues.length}`;
    await admin.call('POST', '/users', { name, email, password, profile: 'admin' });
    colleagues.push(await signIn(stack.url, email, password));
  }
  return colleagues;
};

/** Measures one customer's message to five hundred open browsers, then sixty a second for a minute. */
export const measureFanOut = async (stack: StackProcess, password: string): Promise<Figure[]> => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  await waitingTicket(stack, client, CUSTOMER);
  let expected = '';
  let startedAt = 0;
  let arrived = 0;
  let latencies: number[] = [];
  let finish: () => void = () => undefined;
  const onFrame = (text: string) => {
    if (expected === '' || !text.includes('appMessage') || !text.includes(expected)) return;
    latencies.push(performance.now() - startedAt);
    arrived += 1;
    if (arrived === BROWSERS) finish();
  };
  const sockets: WebSocket[] = [];
  for (const person of [client, ...(await addColleagues(stack, client, password))]) {
    const open = Math.min(BROWSERS_OF_A_USER, BROWSERS - sockets.length);
    for (let nth = 0; nth < open; nth++) sockets.push(await person.openSocket(onFrame));
  }

  const all: number[] = [];
  let missing = 0;
  const cpuBefore = cpuByProcess(stack.pid);
  for (let index = 0; index < EVENTS; index++) {
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    expected = `fan-out ${index}.`;
    arrived = 0;
    latencies = [];
    startedAt = performance.now();
    await writeAsCustomer(stack.url, CUSTOMER, expected);
    await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, LIMIT_MS).unref())]);
    missing += BROWSERS - arrived;
    all.push(...latencies);
  }
  const cpu = cpuSince(stack.pid, cpuBefore, EVENTS);
  const busy = await writeAndFollow(stack, password, LOAD_PER_SECOND, LOAD_SECONDS, 'fan');
  for (const socket of sockets) socket.close();
  // A growing backlog shows in the last messages.
  const busyP95 = percentile(busy.latencies, 0.95);
  const lastP95 = percentile(busy.latencies.slice(-Math.floor(busy.latencies.length / 6)), 0.95);
  const p95 = percentile(all, 0.95);
  return [
    {
      name: `${BROWSERS} browsers, from the customer's text`,
      value: `p50 ${percentile(all, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${missing} missing`,
      target: 'none missing',
      met: missing === 0,
      limits: [{ of: 'p95', ms: p95, atMostMs: P95_MS }],
    },
    {
      name: 'CPU of it',
      value: `${showCpu(cpu)} an event`,
      cpuMs: cpu.total,
      limits: [{ ms: cpu.total, atMostMs: CPU_MS }],
    },
    {
      name: `${LOAD_PER_SECOND} messages/s for ${LOAD_SECONDS} s to ${BROWSERS} browsers`,
      value: `p50 ${percentile(busy.latencies, 0.5).toFixed(0)} ms, p95 ${busyP95.toFixed(0)} ms, of the last ten seconds ${lastP95.toFixed(0)} ms, ${busy.lost} lost, ${(busy.latencies.length / busy.seconds).toFixed(0)}/s, CPU ${showCpu(busy.cpu)} a message`,
      target: 'none lost',
      met: busy.lost === 0,
      limits: [
        { of: 'p95', ms: busyP95, atMostMs: LOAD_P95_MS },
        { of: 'p95 in the end', ms: lastP95, atMostMs: LOAD_P95_MS },
      ],
    },
  ];
};
