import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { handler as tick } from '@prosa/functions/workers/timer-tick/handler.ts';
import { handler as fire } from '@prosa/functions/workers/timers/handler.ts';
import { startDynoxide } from '@prosa/infra/local/dynoxide.ts';
import { startQueueSource } from '@prosa/infra/local/queue-source.ts';
import { startServices } from '@prosa/infra/local/services.ts';
import { createSqsStore } from '@prosa/infra/local/sqs-store.ts';
import { FUNCTIONS } from '@prosa/infra/programs.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import { ownTable } from '../../support/own-company.ts';
import { openBulkLoad } from '../bulk-load.ts';
import { engineRow } from '../row-template.ts';
import type { Figure } from '../run.ts';

const TIMERS = 50_000;
const MINUTE_MS = 60_000;
const TICK_LIMIT_S = FUNCTIONS['timer-tick']?.timeoutS ?? 0;
const FIRE_LIMIT_MS = 15 * MINUTE_MS;
const CONCURRENCY = 4;
const CHECK_MS = 1_000;

/** Timers of nobody who is online: each is looked at, and ends. */
const plant = (file: string, nowMs: number): void => {
  const load = openBulkLoad(file);
  const table = ownTable(1);
  for (let number = 1; number <= TIMERS; number++) {
    const write = setTimerItem(
      table,
      { kind: 'presence-check', subject: String(number), dueAt: nowMs + (number * MINUTE_MS) / TIMERS },
      { ids: systemIds, nowMs: nowMs - 2 * MINUTE_MS },
    );
    if (write.op === 'put') load.put(engineRow(write.item));
  }
  load.close();
};

const countTimers = (file: string): number => {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare(`SELECT count(*) AS count FROM "${TABLE.name}" WHERE sk = 'S:TIMER'`).get();
  database.close();
  return Number(row?.count);
};

/** Fifty thousand timers that fall due within one minute: how long a tick takes to hand them over, and whether all fire. */
export const measureTimers = async (): Promise<Figure[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'prosa-timers-'));
  const file = join(directory, 'table.db');
  // Makes the tables that the rows are then written into.
  await (await startDynoxide(file)).stop();
  plant(file, Date.now());
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
    const queue = sqs.queue('timers');
    const handingOver = performance.now();
    await tick({});
    const tickS = (performance.now() - handingOver) / 1000;
    const { ready, delayed } = queue.counts();
    const firing = performance.now();
    const source = startQueueSource({ queue, batchSize: 10, concurrency: CONCURRENCY, invoke: fire });
    while (countTimers(file) > 0 && performance.now() - firing < FIRE_LIMIT_MS) await sleep(CHECK_MS);
    const firedS = (performance.now() - firing) / 1000;
    const left = countTimers(file);
    await source.stop();
    const handed = ready + delayed;
    return [
      {
        name: `${TIMERS.toLocaleString('en')} timers due in a minute, handed over by one tick`,
        value: `${handed.toLocaleString('en')} in ${tickS.toFixed(1)} s`,
        target: `all, ≤ ${TICK_LIMIT_S} s`,
        met: handed === TIMERS && tickS <= TICK_LIMIT_S,
      },
      {
        name: 'fired by one process',
        value: `${(TIMERS - left).toLocaleString('en')} in ${firedS.toFixed(0)} s`,
        target: 'none left',
        met: left === 0,
      },
    ];
  } finally {
    await services.stop();
    sqs.stop();
    await engine.stop();
    await rm(directory, { recursive: true, force: true });
  }
};
