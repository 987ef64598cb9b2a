import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { startDynoxide } from '@prosa/infra/local/dynoxide.ts';
import { startServices } from '@prosa/infra/local/services.ts';
import { createSqsStore, type SqsStore } from '@prosa/infra/local/sqs-store.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import { openBulkLoad } from './bulk-load.ts';
import { engineRow } from './row-template.ts';

export interface PlantedTable {
  sqs: SqsStore;
  /** Returns the number of rows whose sort key matches the pattern, in which `%` stands for any text. */
  countRows: (sortKey: string) => number;
}

const countRows = (file: string, sortKey: string): number => {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare(`SELECT count(*) AS count FROM "${TABLE.name}" WHERE sk LIKE ?`).get(sortKey);
  database.close();
  return Number(row?.count);
};

/** Runs `measure` in an environment with queues and a table that contains the rows of `plant`. */
export const withPlantedTable = async <T>(
  plant: (put: (write: WriteItem) => void) => void,
  measure: (planted: PlantedTable) => Promise<T>,
): Promise<T> => {
  const directory = await mkdtemp(join(tmpdir(), 'prosa-planted-'));
  const file = join(directory, 'table.db');
  // Creates the tables into which the rows are then written.
  await (await startDynoxide(file)).stop();
  const load = openBulkLoad(file);
  plant((write) => {
    if (write.op === 'put') load.put(engineRow(write.item));
  });
  load.close();
  const engine = await startDynoxide(file);
  const sqs = createSqsStore();
  const services = await startServices({
    sqs,
    secrets: { get: () => undefined },
    connections: { answer: (_request, response) => response.writeHead(410).end() },
  });
  Object.assign(process.env, {
    TABLE_NAME: TABLE.name,
    DYNAMODB_ENDPOINT: engine.endpoint,
    SQS_ENDPOINT: services.endpoint,
    QUEUE_URLS: services.queueUrls(),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    LOG_LEVEL: 'warn',
  });
  try {
    return await measure({ sqs, countRows: (sortKey) => countRows(file, sortKey) });
  } finally {
    await services.stop();
    sqs.stop();
    await engine.stop();
    await rm(directory, { recursive: true, force: true });
  }
};
