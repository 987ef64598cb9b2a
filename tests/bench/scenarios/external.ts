import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import { signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import { load, percentile, showCpu } from '../measure.ts';
import { waitingTicket } from './steps.ts';

const CUSTOMERS = 20;
const WARM_UP = 10;
const SENDS = 60;
/** Below the 600 calls a minute of a connection. */
const EVERY_MS = 120;
const P95_MS = 60;

const connectionsSchema = z.array(z.object({ id: z.int(), isDefault: z.boolean() }));

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Measures the response to a program that sends texts to known contacts, one after the other. */
export const measureExternal = async (stack: StackProcess, password: string): Promise<Figure[]> => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  const numbers = Array.from(
    { length: CUSTOMERS },
    (_value, index) => `55119555${String(index).padStart(5, '0')}`,
  );
  for (const number of numbers) await waitingTicket(stack, client, number);
  const [connection] = connectionsSchema
    .parse(await client.call('GET', '/whatsapp'))
    .filter(({ isDefault }) => isDefault);
  if (connection === undefined) throw new Error('there is no default connection');
  const { token } = z
    .object({ token: z.string() })
    .parse(await client.call('POST', `/whatsapp/${connection.id}/token`));

  const latencies: number[] = [];
  const send = async (index: number): Promise<void> => {
    const startedAt = performance.now();
    const response = await fetch(`${stack.url}/external/messages/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ number: numbers[index % CUSTOMERS], body: `Aviso ${index}` }),
    });
    await response.text();
    if (!response.ok) throw new Error(`the send was refused: ${response.status}`);
    latencies.push(performance.now() - startedAt);
    await pause(EVERY_MS);
  };
  await load(stack.pid, 1, WARM_UP, send);
  latencies.length = 0;
  const { cpu } = await load(stack.pid, 1, SENDS, send);
  const p95 = percentile(latencies, 0.95);
  return [
    {
      name: 'response to a text of a program, about six a second',
      value: `p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, CPU ${showCpu(cpu)}`,
      limits: [{ of: 'p95', ms: p95, atMostMs: P95_MS }],
      cpuMs: cpu.total,
    },
  ];
};
