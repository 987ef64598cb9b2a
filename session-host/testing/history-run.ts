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

/** What the reading of a part may cost, whatever its size: no lease is lost, and no socket waits noticeably. */
export const BLOCK_MAX_MS = 100;
export const RSS_GROWTH_MAX_MB = 80;

const CHILD = fileURLToPath(new URL('./child-history.ts', import.meta.url));
/** The nursery of the deployed host, and an old space that a part of 49 MB, decoded as a whole, does not fit into. */
const FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=96'];

const figuresSchema = z.object({
  pieces: z.int(),
  messages: z.int(),
  /** Messages that were told before the first piece. */
  announced: z.int(),
  lost: z.int(),
  /** Hash of the pieces' names, and of all messages' ids and times, in their order. */
  steps: z.string(),
  contents: z.string(),
  seconds: z.number(),
  /** For how long the reading held the event loop, at worst; and by how much a timer was late, for whatever reason. */
  blockMs: z.number(),
  lateMs: z.number(),
  rssGrowthMb: z.number(),
});
type HistoryFigures = z.infer<typeof figuresSchema>;
const toldSchema = z.union([z.object({ piece: z.string() }), z.object({ figures: figuresSchema })]);

/** A part of a past on the fake network, to be read by processes of their own. */
interface LargePart {
  /** @param killAt kills the process when it has queued so many pieces. @returns undefined where it died */
  read(killAt?: number): Promise<HistoryFigures | undefined>;
}

export interface PartBench {
  /** Puts a large part of a past on the media servers. */
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

/** A fake network, and the data of session hosts that read parts of its accounts' pasts. */
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
