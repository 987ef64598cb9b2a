import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import { signIn } from '../client.ts';
import type { Figure } from '../figure.ts';

const SCHEDULES = 1000;
const CONTACTS = 50;
const MINUTE_MS = 60_000;
/** Long enough for all schedules to exist before the first is due. */
const AHEAD_MS = 4 * MINUTE_MS;
/** After the minute in which they are due. */
const LIMIT_MS = 30_000;
const CHECK_MS = 1_000;
/** Checking goes on for this long after the limit, because late messages are a figure as well. */
const PATIENCE_MS = 5 * MINUTE_MS;

const contactSchema = z.object({ id: z.int() });
const pageSchema = z.object({
  schedules: z.array(z.object({ status: z.string(), contadorEnvio: z.int() })),
  cursor: z.string().nullable(),
});

/**
 * Measures a thousand scheduled messages due within one minute: the time until the last is sent, and that each is
 * sent once.
 */
export const measureSchedules = async (stack: StackProcess, password: string): Promise<Figure[]> => {
  const client = await signIn(stack.url, 'ana@demo.local', password);
  const contactIds: number[] = [];
  for (let nth = 0; nth < CONTACTS; nth++) {
    const number = `55119777${String(nth).padStart(5, '0')}`;
    const made = await client.call('POST', '/contacts', { name: `Agenda ${nth}`, number });
    contactIds.push(contactSchema.parse(made).id);
  }
  const firstMs = Math.ceil((Date.now() + AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
  const dateFrom = new Date(firstMs).toISOString();
  const dateTo = new Date(firstMs + MINUTE_MS).toISOString();
  for (let nth = 0; nth < SCHEDULES; nth++) {
    const sendAt = new Date(firstMs + Math.floor((nth * MINUTE_MS) / SCHEDULES)).toISOString();
    const contactId = contactIds[nth % CONTACTS] ?? 0;
    await client.call('POST', '/schedules', { body: `lembrete ${nth}`, contactId, sendAt });
  }
  const count = async (): Promise<{ sent: number; sends: number }> => {
    let [sent, sends] = [0, 0];
    let cursor: string | null = '';
    while (cursor !== null) {
      const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await client.call('GET', `/schedules?dateFrom=${dateFrom}&dateTo=${dateTo}${more}`);
      const page = pageSchema.parse(answer);
      sent += page.schedules.filter(({ status }) => status === 'ENVIADA').length;
      sends += page.schedules.reduce((sum, { contadorEnvio }) => sum + contadorEnvio, 0);
      cursor = page.cursor;
    }
    return { sent, sends };
  };
  await sleep(Math.max(0, firstMs - Date.now()));
  let counted = await count();
  while (counted.sent < SCHEDULES && Date.now() < firstMs + PATIENCE_MS) {
    await sleep(CHECK_MS);
    counted = await count();
  }
  const tookMs = Date.now() - firstMs;
  return [
    {
      name: `${SCHEDULES.toLocaleString('en')} messages scheduled for one minute`,
      value: `${counted.sent.toLocaleString('en')} gone after ${(tookMs / 1000).toFixed(0)} s, ${counted.sends.toLocaleString('en')} sends`,
      target: 'all, each once',
      met: counted.sent === SCHEDULES && counted.sends === SCHEDULES,
      limits: [{ ms: tookMs, atMostMs: LIMIT_MS, waitMs: MINUTE_MS }],
    },
  ];
};
