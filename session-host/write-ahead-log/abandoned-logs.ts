import { readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { log } from '@prosa/functions/platform/log.ts';
import type { KeyRing } from '@prosa/functions/platform/secrets.ts';
import { type ReplayPorts, replay } from './replay-log.ts';
import { readLog } from './write-ahead-log.ts';

/** A log untouched for this long has no running host, because a running host touches its log every {@link TOUCH_MS}. */
export const ABANDONED_MS = 90_000;
export const TOUCH_MS = 10_000;

const LOG_NAME = /^(?:wal|adopted)-[\w-]+\.log$/;
const HOST_LOG = /^wal-([\w-]+)\.log$/;

/** Returns the path of a host's log. Tasks that overlap in a deploy share the folder, never a file. */
export const logPath = (dataDir: string, owner: string): string => join(dataDir, `wal-${owner}.log`);

/** Returns the folder of a host's temporary files, which are useless after its death. */
export const temporaryFolder = (dataDir: string, owner: string): string => join(dataDir, `tmp-${owner}`);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Whether the log was abandoned and is now this host's: of several hosts that try, one succeeds. */
const adopt = async (from: string, to: string): Promise<boolean> => {
  try {
    if (Date.now() - (await stat(from)).mtimeMs < ABANDONED_MS) return false;
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

/**
 * Replays the logs of hosts that died and did not return.
 * @returns the number of replayed events
 */
export const replayAbandoned = async (
  dataDir: string,
  owner: string,
  keys: KeyRing,
  ports: ReplayPorts,
): Promise<number> => {
  let events = 0;
  const own = `adopted-${owner}-`;
  for (const name of await readdir(dataDir)) {
    if (!LOG_NAME.test(name) || name === `wal-${owner}.log`) continue;
    const path = join(dataDir, name);
    const isOurs = name.startsWith(own);
    const host = HOST_LOG.exec(name)?.[1];
    const adopted = isOurs ? path : join(dataDir, `${own}${Date.now().toString(36)}.log`);
    if (!isOurs && !(await adopt(path, adopted))) continue;
    // The folder may hold a large part of a history.
    if (host !== undefined) await rm(temporaryFolder(dataDir, host), { recursive: true, force: true });
    let failed = 0;
    const { settled, ...replayed } = await replay(await readLog(adopted, keys), ports, {
      takesLong: () => undefined,
      done: () => undefined,
      failed: () => {
        failed += 1;
      },
    });
    await settled;
    // Otherwise the whole log is retried; the queue deduplicates events that it already has.
    if (failed === 0) await unlink(adopted);
    events += replayed.events;
    log.info('abandoned write-ahead log replayed', replayed);
  }
  return events;
};
