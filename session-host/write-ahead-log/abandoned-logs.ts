import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
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

/** Marks a log as that of a running host. */
const touch = (path: string): Promise<void> => {
  const now = new Date();
  return utimes(path, now, now);
};

/** Whether a call found its file, and its result is as expected. */
const isThere = async <T>(
  call: Promise<T>,
  expected: (result: T) => boolean = () => true,
): Promise<boolean> => {
  try {
    return expected(await call);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

/** Whether a log is still there; then it is marked as that of a running host. */
const keep = (path: string): Promise<boolean> => isThere(touch(path));

/** Adopted logs that this process replays. */
const replaying = new Set<string>();

/**
 * Whether the log was abandoned and is now this host's: of several hosts that try, one succeeds. The log is touched
 * before it gets its new name: under that name it is never abandoned, so no other host adopts it from this one.
 */
const adopt = async (from: string, to: string): Promise<boolean> => {
  if (!(await isThere(stat(from), ({ mtimeMs }) => Date.now() - mtimeMs >= ABANDONED_MS))) return false;
  return (await keep(from)) && isThere(rename(from, to));
};

/** Marks an adopted log as that of a running host until the returned function is called: a replay may take minutes. */
const keepTouching = (path: string): (() => void) => {
  const timer = setInterval(() => {
    touch(path).catch((error: unknown) =>
      log.warn('adopted write-ahead log not touched', errorFields(error)),
    );
  }, TOUCH_MS);
  return () => clearInterval(timer);
};

/** Replays a log; returns the number of its events, and of its entries that were not passed on. */
const replayWhole = async (path: string, keys: KeyRing, ports: ReplayPorts) => {
  let failed = 0;
  const { settled, ...replayed } = await replay(await readLog(path, keys), ports, {
    takesLong: () => undefined,
    done: () => undefined,
    failed: () => {
      failed += 1;
    },
  });
  await settled;
  return { ...replayed, failed };
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
    const adopted = isOurs ? path : join(dataDir, `${own}${randomUUID()}.log`);
    // An earlier call may take longer than the interval of the calls.
    if (replaying.has(adopted)) continue;
    if (!(await (isOurs ? keep(path) : adopt(path, adopted)))) continue;
    replaying.add(adopted);
    // The folder may hold a large part of a history.
    if (host !== undefined) await rm(temporaryFolder(dataDir, host), { recursive: true, force: true });
    const stopTouching = keepTouching(adopted);
    try {
      const { failed, ...replayed } = await replayWhole(adopted, keys, ports);
      // Otherwise the whole log is retried; the queue deduplicates events that it already has. A host that was paused
      // for too long has lost the log to another one.
      if (failed === 0) await rm(adopted, { force: true });
      events += replayed.events;
      log.info('abandoned write-ahead log replayed', replayed);
    } finally {
      stopTouching();
      replaying.delete(adopted);
    }
  }
  return events;
};
