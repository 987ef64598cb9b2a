import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LargePast } from '@prosa/infra/local/fake-whatsapp/past.ts';
import { lidJid, phoneJid } from '@prosa/infra/local/fake-whatsapp/stanzas.ts';
import { startFakeWhatsapp } from '@prosa/infra/local/fake-whatsapp/start.ts';
import { proto } from 'baileys';
import * as z from 'zod';

/**
 * Longest time in milliseconds that reading a part of any size may block the event loop, so that no lease is lost and
 * no socket waits noticeably.
 */
export const BLOCK_MAX_MS = 100;
export const RSS_GROWTH_MAX_MB = 80;

const CHILD = fileURLToPath(new URL('./child-history.ts', import.meta.url));
/** The nursery of the deployed host, and an old space too small for a part of 49 MB that is decoded as a whole. */
const FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=96'];

const figuresSchema = z.object({
  pieces: z.int(),
  messages: z.int(),
  /** Number of messages announced before the first piece. */
  announced: z.int(),
  lost: z.int(),
  /** Hash of the pieces' names, and of all messages' ids and times, in order. */
  steps: z.string(),
  contents: z.string(),
  seconds: z.number(),
  /** Longest time that reading blocked the event loop, and the longest delay of a timer for any reason. */
  blockMs: z.number(),
  lateMs: z.number(),
  rssGrowthMb: z.number(),
});
type HistoryFigures = z.infer<typeof figuresSchema>;
const toldSchema = z.union([z.object({ piece: z.string() }), z.object({ figures: figuresSchema })]);

/** A part of a history on the fake network, to be read by separate processes. */
interface LargePart {
  /**
   * Reads the part in a process. @param killAt kills the process when it has queued this many pieces. @returns
   * undefined if it died
   */
  read(killAt?: number): Promise<HistoryFigures | undefined>;
}

export interface PartBench {
  /** Puts a large part of a history on the media servers. */
  make(past: LargePast): Promise<LargePart>;
  close(): Promise<void>;
}

const readInProcess = (env: NodeJS.ProcessEnv, killAt: number): Promise<HistoryFigures | undefined> =>
  new Promise((resolve, reject) => {
    const child = fork(CHILD, { execArgv: FLAGS, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    let figures: HistoryFigures | undefined;
    let pieces = 0;
    child.on('message', (message) => {
      const told = toldSchema.parse(message);
      if ('figures' in told) figures = told.figures;
      else pieces += 1;
      if (pieces === killAt) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('exit', () => resolve(figures));
  });

/** Opens a fake network, and the data of session hosts that read parts of its accounts' histories. */
export const openPartBench = async (): Promise<PartBench> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-parts-'));
  const fake = await startFakeWhatsapp(join(dataDir, 'network'));
  return {
    make: async (past) => {
      const account = fake.network.accounts.open(1, 2);
      const notice = await fake.network.noticeOfLargePast(account.key, past);
      const env = {
        ...process.env,
        DATA_DIR: dataDir,
        NETWORK: fake.mediaOrigin,
        NOTICE: Buffer.from(proto.Message.encode(notice).finish()).toString('base64'),
        ME: [phoneJid(account.number), lidJid(account.lid)].join(),
        STEP: `PART-${past.megabytes}`,
      };
      return { read: (killAt = Number.POSITIVE_INFINITY) => readInProcess(env, killAt) };
    },
    close: async () => {
      await fake.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
