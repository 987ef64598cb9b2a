import { frameReader } from '@prosa/frontend/lib/live/read-frame.ts';
import * as z from 'zod';
import type { StackProcess } from '../../support/stack-process.ts';
import { type Client, signIn } from '../client.ts';
import type { Figure } from '../figure.ts';
import type { Dataset } from '../generate.ts';
import { cpuByProcess, cpuSince, percentile, showCpu } from '../measure.ts';
import { writeAndFollow } from './inbound.ts';
import { type LinkedConnection, linkConnection, postToSandbox, until } from './link-connection.ts';

/** A tenth of the history that a phone of a small company sends. */
const CHATS = 100;
const MESSAGES_PER_CHAT = 50;
const MESSAGES = CHATS * MESSAGES_PER_CHAT;
const WHOLE = 50_000;
const WHOLE_LIMIT_MS = 15 * 60_000;
/** Load of another company's customers, without and during an import. */
const MESSAGES_PER_SECOND = 5;
const QUIET_SECONDS = 20;
const BUSY_SECONDS = 30;
const SLOWER_AT_MOST = 2;
const DAY_MS = 86_400_000;

const framesSchema = z.array(
  z.object({ event: z.string(), data: z.object({ status: z.object({ this: z.int() }).optional() }) }),
);
/** Links a connection that imports its phone's history. */
const pair = (stack: StackProcess, client: Client, queueId: number): Promise<LinkedConnection> =>
  linkConnection(stack, client, {
    name: 'Antiga',
    queueIds: [queueId],
    enableImportMessage: true,
    importOldMessages: new Date(Date.now() - 100 * DAY_MS).toISOString(),
    importRecentMessages: new Date().toISOString(),
    queueIdImportMessages: queueId,
  });

/**
 * Measures a history import of one company while customers of another write: how fast messages are stored, and how
 * much later the others' messages reach their browsers.
 */
export const measureHistory = async (
  stack: StackProcess,
  { adminEmail, queueIds }: Dataset,
  password: string,
): Promise<Figure[]> => {
  const client = await signIn(stack.url, adminEmail, password);
  const quiet = await writeAndFollow(stack, password, MESSAGES_PER_SECOND, QUIET_SECONDS, 'quiet');
  const [queueId = 0] = queueIds;
  const place = await pair(stack, client, queueId);
  let stored = 0;
  const read = frameReader(
    (text) => {
      for (const { event, data } of framesSchema.parse(JSON.parse(text)))
        if (event.startsWith('importMessages-')) stored = data.status?.this ?? stored;
    },
    () => socket.close(),
  );
  const socket = await client.openSocket(read);
  const following = writeAndFollow(stack, password, MESSAGES_PER_SECOND, BUSY_SECONDS, 'importing');
  const cpuBefore = cpuByProcess(stack.pid);
  const startedAt = performance.now();
  const chats = Array.from({ length: CHATS }, (_none, chat) => ({
    contact: `5541${900_000_000 + chat}`,
    name: `Cliente antigo ${chat}`,
    messages: Array.from({ length: MESSAGES_PER_CHAT }, (_zero, nth) => ({
      text: `Mensagem antiga número ${nth} da conversa ${chat}, com algumas palavras`,
      at: Date.now() - DAY_MS - (MESSAGES_PER_CHAT - nth) * 60_000,
      fromMe: nth % 3 === 0,
    })),
  }));
  if (!(await postToSandbox(`${stack.url}/sandbox/past`, { ...place, chats })))
    throw new Error('the sandbox refused the past');
  await until(async () => stored >= MESSAGES, 'all messages');
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuSince(stack.pid, cpuBefore, MESSAGES);
  const busy = await following;
  socket.close();
  const [quietP95, busyP95] = [quiet, busy].map(({ latencies }) => percentile(latencies, 0.95));
  const times = (busyP95 ?? 0) / (quietP95 ?? 1);
  const wholeMin = (seconds * WHOLE) / MESSAGES / 60;
  return [
    {
      name: `${MESSAGES.toLocaleString('en')} old messages stored`,
      value: `${seconds.toFixed(1)} s, ${WHOLE.toLocaleString('en')} in ${wholeMin.toFixed(1)} min, CPU each ${showCpu(cpu)} with what else went on`,
      limits: [{ of: WHOLE.toLocaleString('en'), ms: wholeMin * 60_000, atMostMs: WHOLE_LIMIT_MS }],
    },
    {
      name: 'another company’s live channel meanwhile',
      value: `p95 ${busyP95?.toFixed(0)} ms, before ${quietP95?.toFixed(0)} ms, ${times.toFixed(1)} times, ${busy.lost} lost`,
      target: `≤ ${SLOWER_AT_MOST} times`,
      met: times <= SLOWER_AT_MOST && busy.lost === 0,
    },
  ];
};
