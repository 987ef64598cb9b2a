import { setTimeout as sleep } from 'node:timers/promises';
import { exportViewSchema, importViewSchema } from '@prosa/shared/contracts/contact-files.ts';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import { type Client, signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Dataset } from '../generate.ts';
import { cpuByProcess, cpuSince, percentile, showCpu } from '../measure.ts';
import { writeAndFollow } from './inbound.ts';

const CONTACTS = 10_000;
const IMPORT_LIMIT_MS = 60_000;
const EXPORT_LIMIT_MS = 20_000;
const POLL_MS = 250;
const PATIENCE_MS = 10 * 60_000;
/** Load of another company's customers, without and during an import. */
const MESSAGES_PER_SECOND = 5;
const QUIET_SECONDS = 20;
const BUSY_SECONDS = 40;
const SLOWER_AT_MOST = 2;

const uploadSchema = z.object({ key: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) });

/** Uploads as a browser does, and waits until the file is read. */
const uploadSheet = async (client: Client, text: string): Promise<string> => {
  const fileName = 'bench.csv';
  const size = Buffer.byteLength(text);
  const made = await client.call('POST', '/media/uploads', { fileName, mimeType: 'text/csv', size });
  const { key, url, fields } = uploadSchema.parse(made);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([text]), fileName);
  const stored = await fetch(url, { method: 'POST', body: form });
  if (!stored.ok) throw new Error(`the bucket answered ${stored.status}`);
  const { id } = importViewSchema.parse(await client.call('POST', '/contacts/upload', { key }));
  await until(async () => (await importOf(client, id)).state === 'ready');
  return id;
};

const importOf = async (client: Client, id: string) =>
  importViewSchema.parse(await client.call('GET', `/contacts/imports/${id}`));

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it did not come to an end');
    await sleep(POLL_MS);
  }
};

/**
 * Measures the import of ten thousand contacts from a spreadsheet and their export, while customers of another
 * company write: the duration, and how much later the others' messages reach their browsers.
 */
export const measureImports = async (
  stack: StackProcess,
  { adminEmail, contacts }: Dataset,
  password: string,
): Promise<Figure[]> => {
  const client = await signIn(stack.url, adminEmail, password);
  const lines = Array.from(
    { length: CONTACTS },
    (_none, nth) => `Pessoa Importada ${nth};5531${900_000_000 + nth}`,
  );
  const quiet = await writeAndFollow(stack, password, MESSAGES_PER_SECOND, QUIET_SECONDS, 'quiet');

  const id = await uploadSheet(client, `Nome;Número\n${lines.join('\n')}\n`);
  const startedAt = performance.now();
  const cpuBefore = cpuByProcess(stack.pid);
  const following = writeAndFollow(stack, password, MESSAGES_PER_SECOND, BUSY_SECONDS, 'importing');
  const rows = [{ first: 0, last: CONTACTS - 1 }];
  await client.call('PUT', `/contacts/imports/${id}`, { mapping: { name: 0, number: 1 }, rows });
  await until(async () => (await importOf(client, id)).state === 'done');
  const importS = (performance.now() - startedAt) / 1000;
  const cpu = cpuSince(stack.pid, cpuBefore, CONTACTS);
  const { created } = await importOf(client, id);
  const busy = await following;

  const exportedAt = performance.now();
  await client.call('POST', '/contacts/exports', {});
  const lastExport = async () =>
    z.object({ exports: z.array(exportViewSchema) }).parse(await client.call('GET', '/contacts/exports'))
      .exports[0];
  await until(async () => (await lastExport())?.state === 'done');
  const exportS = (performance.now() - exportedAt) / 1000;
  const exported = (await lastExport())?.exported ?? 0;

  const [quietP95, busyP95] = [quiet, busy].map(({ latencies }) => percentile(latencies, 0.95));
  const times = (busyP95 ?? 0) / (quietP95 ?? 1);
  return [
    {
      name: `${CONTACTS.toLocaleString('en')} contacts imported`,
      value: `${importS.toFixed(1)} s, ${created.toLocaleString('en')} created, CPU each ${showCpu(cpu)} with what else went on`,
      target: 'all',
      met: created === CONTACTS,
      limits: [{ ms: importS * 1000, atMostMs: IMPORT_LIMIT_MS }],
    },
    {
      name: 'another company’s live channel meanwhile',
      value: `p95 ${busyP95?.toFixed(0)} ms, before ${quietP95?.toFixed(0)} ms, ${times.toFixed(1)} times, ${busy.lost} lost`,
      target: `≤ ${SLOWER_AT_MOST} times`,
      met: times <= SLOWER_AT_MOST && busy.lost === 0,
    },
    {
      name: `${exported.toLocaleString('en')} contacts exported`,
      value: `${exportS.toFixed(1)} s`,
      target: 'all',
      met: exported >= contacts,
      limits: [{ ms: exportS * 1000, atMostMs: (EXPORT_LIMIT_MS * exported) / CONTACTS }],
    },
  ];
};
