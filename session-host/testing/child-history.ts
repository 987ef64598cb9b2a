import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { HistoryMessage } from '@prosa/shared/messaging/history-message.ts';
import { proto } from 'baileys';
import { History } from '../history/history.ts';
import { PartAttempts } from '../history/history-attempts.ts';
import { directly } from './directly.ts';

/**
 * Reads one part of a history in a process of its own. Reports each piece to its parent when it is queued and, at the
 * end, the cost of reading. Memory is measured relative to its value before.
 */
const { DATA_DIR = '', NETWORK = '', NOTICE = '', ME = '', STEP = '' } = process.env;
const REF = { companyId: 1, connectionId: 2 };
const PROBE_MS = 5;
/** Response time of table and queue; the event loop runs meanwhile. */
const ANSWER_MS = 1;
const MEBIBYTE = 1024 * 1024;

const tell = (message: object): void => {
  process.send?.(message);
};
const steps = createHash('sha256');
const contents = createHash('sha256');
const counted = { pieces: 0, messages: 0, announced: 0, lost: 0 };
const count = (message: HistoryMessage): void => {
  if (message.type === 'chunk') counted.announced += message.messages;
  if (message.type === 'lost') counted.lost += 1;
  if (message.type !== 'piece') return;
  counted.pieces += 1;
  counted.messages += message.messages.length;
  steps.update(message.step);
  for (const { event } of message.messages) contents.update(`${event.providerMessageId}@${event.sentAt}\n`);
  tell({ piece: message.step });
};
const history = new History({
  store: {
    wishOf: async () => ({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, groups: true }),
    isImporting: async () => true,
    keepPeople: async () => undefined,
    send: async (messages) => {
      await sleep(ANSWER_MS);
      for (const message of messages) count(message);
    },
  },
  mediaOrigin: NETWORK,
  downloadsOf: directly,
  attempts: new PartAttempts(DATA_DIR),
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
collect();
const rssMb = (): number => process.memoryUsage.rss() / MEBIBYTE;
const before = rssMb();
let peak = before;
let blockMs = 0;
let lateMs = 0;
/**
 * Returns the CPU time of this thread. Other processes of a busy machine also make timers late, without blocking this
 * event loop.
 */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let last = { atMs: performance.now(), cpuMs: cpuMs() };
const probe = setInterval(() => {
  const now = { atMs: performance.now(), cpuMs: cpuMs() };
  const delayMs = now.atMs - last.atMs - PROBE_MS;
  lateMs = Math.max(lateMs, delayMs);
  blockMs = Math.max(blockMs, Math.min(delayMs, now.cpuMs - last.cpuMs));
  last = now;
  peak = Math.max(peak, rssMb());
}, PROBE_MS);

const message = proto.Message.decode(Buffer.from(NOTICE, 'base64'));
const [phone = ''] = ME.split(',');
const startMs = performance.now();
await history.take(REF, { key: { id: STEP, remoteJid: phone, fromMe: true }, message }, ME.split(','));
clearInterval(probe);
history.end(REF);
tell({
  figures: {
    ...counted,
    steps: steps.digest('hex'),
    contents: contents.digest('hex'),
    seconds: (performance.now() - startMs) / 1000,
    blockMs,
    lateMs,
    rssGrowthMb: peak - before,
  },
});
process.disconnect();
