import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynoxide } from '@prosa/infra/local/dynoxide.ts';
import { LOCAL_CREDENTIALS, startBucket } from '@prosa/infra/local/s3.ts';
import { openSecrets } from '@prosa/infra/local/secrets.ts';
import { startServices } from '@prosa/infra/local/services.ts';
import { createSqsStore } from '@prosa/infra/local/sqs-store.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import { DEFAULT_INSTALLATION } from '@prosa/shared/resource-names.ts';
import { measureStepUnits, STEP_UNITS_FILE } from '../../support/step-units.ts';
import type { Figure } from '../figure.ts';

/**
 * Measures the units of each step of a day when only one happens at a time. Stores them in a file, and
 * `step-units.test.ts` fails if a step differs from it.
 */
export const measureUnitsOfSteps = async (): Promise<Figure[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'prosa-steps-'));
  const engine = await startDynoxide(join(directory, 'table.db'));
  const sqs = createSqsStore();
  const services = await startServices({
    sqs,
    secrets: openSecrets(join(directory, 'secrets.json')),
    connections: { answer: (_request, response) => response.writeHead(410).end() },
  });
  const bucket = await startBucket({ directory: join(directory, 'bucket'), bucket: 'media' });
  Object.assign(process.env, {
    METER: '1',
    INSTALLATION: DEFAULT_INSTALLATION,
    TABLE_NAME: TABLE.name,
    BUCKET_NAME: 'media',
    DYNAMODB_ENDPOINT: engine.endpoint,
    SQS_ENDPOINT: services.endpoint,
    SECRETS_ENDPOINT: services.endpoint,
    REALTIME_ENDPOINT: services.endpoint,
    S3_ENDPOINT: bucket.endpoint,
    QUEUE_URLS: services.queueUrls(),
    APP_ORIGIN: 'http://localhost:3000',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    LOG_LEVEL: 'warn',
  });
  try {
    const measured = await measureStepUnits(engine.endpoint);
    await writeFile(STEP_UNITS_FILE, `${JSON.stringify(Object.fromEntries(measured), null, 2)}\n`);
    return [...measured].map(([name, { calls, readUnits, writeUnits }]) => ({
      name,
      value: `${writeUnits} write units, ${readUnits} read units, ${calls} calls`,
    }));
  } finally {
    delete process.env.METER;
    await services.stop();
    sqs.stop();
    await bucket.stop();
    await engine.stop();
    await rm(directory, { recursive: true, force: true });
  }
};
