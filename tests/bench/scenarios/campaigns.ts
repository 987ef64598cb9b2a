import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import { type Client, signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import { percentile } from '../measure.ts';
import { writeAndFollow } from './inbound.ts';

const PEOPLE = Number(process.env.BENCH_CAMPAIGN_PEOPLE ?? 100_000);
/** The most that one spreadsheet may have. */
const ROWS_OF_A_SHEET = 50_000;
const PLAN_LIMIT_MS = 60_000;
/** Load of customers, without and during the plan. */
const MESSAGES_PER_SECOND = 5;
const QUIET_SECONDS = 20;
const BUSY_SECONDS = 40;
const SLOWER_AT_MOST = 2;
const INTERVAL_S = 5;
const PACE_SECONDS = 120;
const PACE_WITHIN = 0.1;
const POLL_MS = 250;
const PATIENCE_MS = 20 * 60_000;

const uploadSchema = z.object({ key: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) });
const idSchema = z.object({ id: z.int() });
const campaignSchema = z.object({ status: z.string(), counts: z.object({ valid: z.int(), sent: z.int() }) });

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it did not come to an end');
    await sleep(POLL_MS);
  }
};

/** Fills a contact list from spreadsheets, as users do. */
const fillList = async (client: Client): Promise<number> => {
  const { id } = idSchema.parse(await client.call('POST', '/contact-lists', { name: 'Todos' }));
  for (let first = 0; first < PEOPLE; first += ROWS_OF_A_SHEET) {
    const rows = Array.from(
      { length: Math.min(ROWS_OF_A_SHEET, PEOPLE - first) },
      (_none, nth) => `Pessoa ${first + nth};5531${900_000_000 + first + nth}`,
    );
    const text = `Nome;Número\n${rows.join('\n')}\n`;
    const size = Buffer.byteLength(text);
    const made = await client.call('POST', '/media/uploads', {
      fileName: 'a.csv',
      mimeType: 'text/csv',
      size,
    });
    const { key, url, fields } = uploadSchema.parse(made);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([text]), 'a.csv');
    const stored = await fetch(url, { method: 'POST', body: form });
    if (!stored.ok) throw new Error(`the bucket answered ${stored.status}`);
    await client.call('POST', `/contact-lists/${id}/upload`, { key });
    const wanted = first + rows.length;
    const counted = z.object({ contactsCount: z.int() });
    await until(
      async () => counted.parse(await client.call('GET', `/contact-lists/${id}`)).contactsCount >= wanted,
    );
  }
  return id;
};

/**
 * Measures a campaign to a hundred thousand people: its plan, how much later the customers' messages reach browsers
 * meanwhile, and the pace at which it sends.
 */
export const measureCampaigns = async (stack: StackProcess, password: string): Promise<Figure[]> => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  const connections = z
    .array(z.object({ id: z.int(), channel: z.string() }))
    .parse(await client.call('GET', '/whatsapp'));
  const whatsappId = connections.find(({ channel }) => channel === 'whatsapp')?.id;
  const settings = {
    messageInterval: INTERVAL_S,
    longerIntervalAfter: 0,
    sabado: true,
    domingo: true,
    startHour: '00:00',
    endHour: '23:59',
    avoidNights: false,
  };
  await client.call('POST', '/campaign-settings', { settings });
  const filledAt = performance.now();
  const contactListId = await fillList(client);
  const fillS = (performance.now() - filledAt) / 1000;
  const quiet = await writeAndFollow(stack, password, MESSAGES_PER_SECOND, QUIET_SECONDS, 'quiet');

  const body = { name: 'Todos', message1: 'Olá {nome}', contactListId, whatsappId };
  const { id } = idSchema.parse(await client.call('POST', '/campaigns', body));
  const read = async () => campaignSchema.parse(await client.call('GET', `/campaigns/${id}`));
  const following = writeAndFollow(stack, password, MESSAGES_PER_SECOND, BUSY_SECONDS, 'planning');
  const startedAt = performance.now();
  await client.call('POST', `/campaigns/${id}/start`);
  await until(async () => (await read()).counts.sent > 0);
  const planS = (performance.now() - startedAt) / 1000;
  const busy = await following;

  const before = await read();
  const paceAt = performance.now();
  await sleep(PACE_SECONDS * 1000);
  const sent = (await read()).counts.sent - before.counts.sent;
  const paceS = (performance.now() - paceAt) / 1000 / Math.max(1, sent);
  await client.call('POST', `/campaigns/${id}/cancel`);

  const [quietP95, busyP95] = [quiet, busy].map(({ latencies }) => percentile(latencies, 0.95));
  const times = (busyP95 ?? 0) / (quietP95 ?? 1);
  return [
    {
      name: 'people put on a list from spreadsheets',
      value: `${PEOPLE.toLocaleString('en')} in ${fillS.toFixed(0)} s`,
    },
    {
      name: 'planned, and the first message sent',
      value: `${before.counts.valid.toLocaleString('en')} in ${planS.toFixed(1)} s`,
      target: 'all',
      met: before.counts.valid === PEOPLE,
      limits: [{ ms: planS * 1000, atMostMs: PLAN_LIMIT_MS }],
    },
    {
      name: 'the inbox meanwhile, customer to browser',
      value: `p95 ${busyP95?.toFixed(0)} ms, before ${quietP95?.toFixed(0)} ms, ${times.toFixed(1)} times, ${busy.lost} lost`,
      target: `≤ ${SLOWER_AT_MOST} times`,
      met: times <= SLOWER_AT_MOST && busy.lost === 0,
    },
    {
      name: `pace at an interval of ${INTERVAL_S} s`,
      value: `${sent} messages, one in ${paceS.toFixed(2)} s`,
      target: `within ${PACE_WITHIN * 100} %`,
      met: Math.abs(paceS / INTERVAL_S - 1) <= PACE_WITHIN,
    },
  ];
};
