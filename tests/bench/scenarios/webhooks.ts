import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { frameReader } from '@prosa/frontend/lib/live/read-frame.ts';
import { signatureOf } from '@prosa/infra/local/fake-graph/webhook-body.ts';
import { DEFAULT_INSTALLATION, secretId } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import { type Client, signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import { percentile } from '../measure.ts';
import { writeAsCustomer } from './sandbox.ts';
import { waitingTicket } from './steps.ts';

/** The number and the business account of the local Graph API. */
const PHONE = '106500000000001';
const BUSINESS = '102300000000001';
/** Run before the measurement, because code that never ran is loaded and interpreted. */
const WARM_UP = 10;
const WARM_UP_REST_MS = 2_000;
const PER_SECOND = 30;
const SECONDS = 20;
const ANSWER_P50_MS = 20;
const ANSWER_P99_MS = 100;
/** Meta's maximum of updates in one delivery. */
const BATCH = 1_000;
const BATCH_CUSTOMERS = 50;
const BATCH_LIMIT_MS = 15_000;
const GIVE_UP_MS = 180_000;
/** Another connection's customer, who writes while the batch is worked off. */
const OTHER = '5511944440001';
const OTHER_EVERY_MS = 500;
/** A customer of the measured connection, whose deliveries are not measured. */
const OTHER_OF_META = '5511977788888';
const DELAY_LIMIT_MS = 2_000;

const secretsSchema = z.record(z.string(), z.string());
const appSchema = z.object({ appSecret: z.string() });
const accountsSchema = z.object({
  accounts: z.array(z.object({ accountId: z.string(), token: z.string() })),
});
const frameSchema = z.array(
  z.object({
    event: z.string(),
    data: z.object({ action: z.string(), message: z.object({ body: z.string() }).optional() }),
  }),
);

const customer = (index: number): string => `55119777${String(index).padStart(5, '0')}`;

const updateOf = (from: string, id: string, text: string) => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '551130000000', phone_number_id: PHONE },
    contacts: [{ profile: { name: `Cliente ${from.slice(-4)}` }, wa_id: from }],
    messages: [
      {
        from,
        id: `wamid.${id}`,
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'text',
        text: { body: text },
      },
    ],
  },
});

/** Returns a function that delivers updates as Meta does, and returns the milliseconds until the response. */
const deliverer = async (stack: StackProcess, dataDir: string) => {
  const secrets = secretsSchema.parse(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')));
  const { appSecret } = appSchema.parse(JSON.parse(secrets[secretId(DEFAULT_INSTALLATION, 'meta')] ?? '{}'));
  return async (updates: readonly object[]): Promise<number> => {
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: BUSINESS, changes: updates }],
    });
    const startedAt = performance.now();
    const response = await fetch(`${stack.url}/api/webhooks/meta`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(appSecret, body) },
      body,
    });
    await response.text();
    if (!response.ok) throw new Error(`the delivery was refused: ${response.status}`);
    return performance.now() - startedAt;
  };
};

const linkPhone = async (stack: StackProcess, client: Client): Promise<void> => {
  const { accounts } = accountsSchema.parse(await (await fetch(`${stack.url}/sandbox/accounts`)).json());
  const accessToken = accounts.find(({ accountId }) => accountId === PHONE)?.token;
  await client.call('POST', '/whatsappapi', {
    accessToken,
    phoneNumberId: PHONE,
    businessAccountId: BUSINESS,
  });
};

/** Opens the live channel and records when the message with each text arrived in the inbox. */
const followInbox = async (client: Client) => {
  const arrivedAt = new Map<string, number>();
  const read = frameReader(
    (text) => {
      for (const { event, data } of frameSchema.parse(JSON.parse(text)))
        if (event.endsWith('-appMessage') && data.action === 'create' && data.message !== undefined)
          arrivedAt.set(data.message.body, performance.now());
    },
    () => socket.close(),
  );
  const socket = await client.openSocket(read);
  return { arrivedAt, close: () => socket.close() };
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Writes as another connection's customer until told to stop; returns the delays until the inbox, in milliseconds. */
const writeMeanwhile = (stack: StackProcess, inbox: { arrivedAt: Map<string, number> }, label: string) => {
  const sentAt = new Map<string, number>();
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      const text = `${label} ${sentAt.size}`;
      sentAt.set(text, performance.now());
      await writeAsCustomer(stack.url, OTHER, text);
      await pause(OTHER_EVERY_MS);
    }
  })();
  return async (): Promise<number[]> => {
    isOver = true;
    await writing;
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while ([...sentAt.keys()].some((text) => !inbox.arrivedAt.has(text))) {
      if (performance.now() > giveUpAt) throw new Error('a message of the other customer did not arrive');
      await pause(50);
    }
    return [...sentAt].map(([text, at]) => (inbox.arrivedAt.get(text) ?? Number.NaN) - at);
  };
};

/** Measures the response to deliveries at a steady rate, and one delivery with as many updates as Meta batches. */
export const measureWebhooks = async (
  stack: StackProcess,
  dataDir: string,
  password: string,
): Promise<Figure[]> => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  await linkPhone(stack, client);
  const deliver = await deliverer(stack, dataDir);
  await waitingTicket(stack, client, OTHER);
  await writeAsCustomer(stack.url, OTHER, '1');

  for (let index = 0; index < WARM_UP; index++)
    await deliver([updateOf(OTHER_OF_META, `warm.${index}`, `warm ${index}`)]);
  await pause(WARM_UP_REST_MS);

  const answers: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < PER_SECOND * SECONDS; index++) {
    const early = startedAt + (index * 1000) / PER_SECOND - performance.now();
    if (early > 0) await pause(early);
    answers.push(
      deliver([updateOf(customer(index % BATCH_CUSTOMERS), `steady.${index}`, `steady ${index}`)]),
    );
  }
  const latencies = await Promise.all(answers);
  const p50 = percentile(latencies, 0.5);
  const p99 = percentile(latencies, 0.99);
  await pause(SECONDS * 1000);

  const inbox = await followInbox(client);
  const endQuiet = writeMeanwhile(stack, inbox, 'quiet');
  await pause(5_000);
  const quiet = await endQuiet();
  const endBusy = writeMeanwhile(stack, inbox, 'beside');
  const texts = Array.from({ length: BATCH }, (_, index) => `batch ${index}`);
  const batchAt = performance.now();
  const answerMs = await deliver(
    texts.map((text, index) => updateOf(customer(index % BATCH_CUSTOMERS), `batch.${index}`, text)),
  );
  while (texts.some((text) => !inbox.arrivedAt.has(text)) && performance.now() - batchAt < GIVE_UP_MS)
    await pause(50);
  const beside = await endBusy();
  inbox.close();
  const arrived = texts.flatMap((text) => inbox.arrivedAt.get(text) ?? []);
  const batchMs = Math.max(...arrived) - batchAt;
  const delayMs = percentile(beside, 0.95) - percentile(quiet, 0.5);
  return [
    {
      name: `response to ${PER_SECOND} deliveries/s`,
      value: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      limits: [
        { of: 'p50', ms: p50, atMostMs: ANSWER_P50_MS },
        { of: 'p99', ms: p99, atMostMs: ANSWER_P99_MS },
      ],
    },
    {
      name: `a delivery of ${BATCH} updates of ${BATCH_CUSTOMERS} customers`,
      value: `${arrived.length} in the inbox after ${(batchMs / 1000).toFixed(1)} s; response after ${answerMs.toFixed(0)} ms`,
      target: 'all',
      met: arrived.length === BATCH,
      limits: [{ of: 'after', ms: batchMs, atMostMs: BATCH_LIMIT_MS }],
    },
    {
      name: "another connection's messages meanwhile",
      value: `p50 ${percentile(quiet, 0.5).toFixed(0)} ms alone; p50 ${percentile(beside, 0.5).toFixed(0)} ms, p95 ${percentile(beside, 0.95).toFixed(0)} ms beside the batch`,
      limits: [{ of: 'p95 later by', ms: delayMs, atMostMs: DELAY_LIMIT_MS }],
    },
  ];
};
