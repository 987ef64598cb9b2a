import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tooOld } from './data-directory.ts';
import { EngineEnded, ensureTable, indexesAt, startDynoxide, type TableEngine } from './dynoxide.ts';
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

/** Ends the engine that a killed start left running, because it still writes to the table's file. */
export const endLeftoverEngine = (dataDir: string): Promise<void> => endLeftover(fileIn(dataDir).pid);

/** @throws StartProblem if the engine cannot open the existing table */
const startEngine = async (
  dataDir: string,
  table: string,
  onStarted: (pid: number | undefined) => void,
): Promise<TableEngine> => {
  const isThere = existsSync(table);
  try {
    return await startDynoxide(table, onStarted);
  } catch (error) {
    if (isThere && error instanceof EngineEnded) throw tooOld(dataDir, error);
    throw error;
  }
};

/**
 * Starts the engine on a data directory that this process has locked, or uses an external engine; writes the endpoint
 * to a file.
 */
export const openTable = async (dataDir: string, external: string | undefined): Promise<TableHandle> => {
  const file = fileIn(dataDir);
  // A visitor of the locked directory must find either no endpoint file or the one of this start.
  rmSync(file.endpoint, { force: true });
  let handle: TableHandle;
  if (external === undefined) {
    await endLeftoverEngine(dataDir);
    const engine = await startEngine(dataDir, file.table, (pid) => writePid(file.pid, pid));
    handle = { endpoint: engine.endpoint, isNew: engine.isNewTable, engine };
  } else {
    handle = {
      endpoint: external,
      isNew: await ensureTable(external, await indexesAt(external)),
      engine: undefined,
    };
  }
  writeWhole(file.endpoint, handle.endpoint);
  return handle;
};

/**
 * Opens the table of a data directory for inspection: the running system's table, or an engine that runs until
 * `close` is called.
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
