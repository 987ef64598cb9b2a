import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTable, startDynoxide, type TableEngine } from './dynoxide.ts';
import { endLeftover, lockDirectory, lockHolder, writePid } from './processes.ts';
import { writeWhole } from './write-whole.ts';

export interface TableHandle {
  endpoint: string;
  isNew: boolean;
  engine: TableEngine | undefined;
}

const fileIn = (dataDir: string) => ({
  lock: join(dataDir, 'lock'),
  table: join(dataDir, 'table.db'),
  pid: join(dataDir, 'table.pid'),
  endpoint: join(dataDir, 'table.endpoint'),
});

/** Starts the engine on a data directory that this process holds, or takes one of another's; says where it is. */
export const openTable = async (dataDir: string, external: string | undefined): Promise<TableHandle> => {
  const file = fileIn(dataDir);
  // Whoever is told that the directory is in use finds either none or this one.
  rmSync(file.endpoint, { force: true });
  let handle: TableHandle;
  if (external === undefined) {
    await endLeftover(file.pid);
    const engine = await startDynoxide(file.table, (pid) => writePid(file.pid, pid));
    handle = { endpoint: engine.endpoint, isNew: engine.isNewTable, engine };
  } else {
    handle = { endpoint: external, isNew: await ensureTable(external), engine: undefined };
  }
  writeWhole(file.endpoint, handle.endpoint);
  return handle;
};

/**
 * The table of a data directory, to look into: of the system that runs on it, or started for as long as `close` is not
 * called.
 */
export const visitTable = async (
  dataDir: string,
): Promise<{ endpoint: string; close: () => Promise<void> }> => {
  const file = fileIn(dataDir);
  if (lockHolder(file.lock) !== undefined) {
    if (!existsSync(file.endpoint)) throw new Error('the system is starting; try again when it is ready');
    return { endpoint: readFileSync(file.endpoint, 'utf8'), close: async () => undefined };
  }
  if (!existsSync(file.table)) throw new Error(`there is no table in ${dataDir} yet; npm start makes one`);
  const unlock = await lockDirectory(file.lock);
  const { endpoint, engine } = await openTable(dataDir, undefined);
  return {
    endpoint,
    close: async () => {
      await engine?.stop();
      unlock();
    },
  };
};
