import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from '@prosa/functions/platform/process-identity.ts';
import * as z from 'zod';

/** `process`: see {@link processIdentity}; the process id alone may have been reused. */
const ownerSchema = z.object({ id: z.string(), pid: z.int(), process: z.string(), host: z.string() });

/** Timeout for the end of a predecessor that was told to stop, or whose parent has died. */
const WAIT_MS = 10_000;
const LOOK_MS = 100;

/**
 * Returns the stored owner. Undefined for a file that is missing, truncated or from another release, because its
 * process cannot be identified.
 */
const readOwner = (path: string): z.infer<typeof ownerSchema> | undefined => {
  try {
    return ownerSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch (error) {
    if (
      error instanceof SyntaxError ||
      (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    )
      return undefined;
    throw error;
  }
};

const runs = (owner: z.infer<typeof ownerSchema>): boolean =>
  owner.pid !== process.pid && processIdentity(owner.pid) === owner.process;

/**
 * Returns this host's name in leases. A process that finds the data of a predecessor on the same machine takes over
 * its name, and so its leases at once. Any other process is a new owner and waits for the leases to expire.
 * @throws Error if the predecessor still runs after {@link WAIT_MS}: two processes must not share a write-ahead log.
 */
export const claimOwner = async (dataDir: string): Promise<string> => {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'owner.json');
  const previous = readOwner(path);
  const ours = previous?.host === hostname() ? previous : undefined;
  for (const untilMs = performance.now() + WAIT_MS; ours !== undefined && runs(ours); await delay(LOOK_MS))
    if (performance.now() > untilMs) throw new Error(`data directory is in use by process ${ours.pid}`);
  const id = ours?.id ?? randomUUID();
  const owner = { id, pid: process.pid, process: processIdentity(process.pid) ?? '', host: hostname() };
  writeFileSync(`${path}.new`, JSON.stringify(owner));
  renameSync(`${path}.new`, path);
  return id;
};
