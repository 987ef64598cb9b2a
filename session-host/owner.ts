import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

const ownerSchema = z.object({ id: z.string(), pid: z.int(), host: z.string() });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const readOwner = (path: string) => {
  try {
    const parsed = ownerSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (
      error instanceof SyntaxError ||
      (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    )
      return undefined;
    throw error;
  }
};

/**
 * This host's name in leases. A process that finds the data of a dead predecessor on the same machine takes over its
 * name, and with it its leases at once; anybody else is a new owner and waits for them to run out.
 * @throws Error when the predecessor still runs: two processes must not share a write-ahead log.
 */
export const claimOwner = (dataDir: string): string => {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'owner.json');
  const previous = readOwner(path);
  const isOurs = previous !== undefined && previous.host === hostname();
  if (isOurs && previous.pid !== process.pid && isAlive(previous.pid)) {
    throw new Error(`data directory is in use by process ${previous.pid}`);
  }
  const id = isOurs ? previous.id : randomUUID();
  writeFileSync(path, JSON.stringify({ id, pid: process.pid, host: hostname() }));
  return id;
};
