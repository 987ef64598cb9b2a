import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynoxide, type TableEngine } from '@prosa/infra/local/dynoxide.ts';
import { firstValue } from '@prosa/infra/local/secrets.ts';
import { ALL_SECRETS, SECRETS, TABLE } from '@prosa/infra/resources.ts';
import { DEFAULT_INSTALLATION, secretId } from '@prosa/shared/resource-names.ts';
import { afterAll, beforeAll } from 'vitest';
import { plant } from '../../support/plant.ts';
import { serverPort } from './server-port.ts';

const key = () => plant(randomBytes(32).toString('base64url'));

/** Starts a server that answers GetSecretValue with keys that last as long as the test file. */
const startSecrets = async (): Promise<Server> => {
  const values: Record<string, string> = Object.fromEntries(
    ALL_SECRETS.map((name) => [secretId(DEFAULT_INSTALLATION, name), firstValue(SECRETS[name].format, key)]),
  );
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { SecretId } = JSON.parse(Buffer.concat(chunks).toString());
      response.setHeader('content-type', 'application/x-amz-json-1.1');
      response.end(JSON.stringify({ Name: SecretId, SecretString: values[SecretId] }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/**
 * Gives a test file its own table: an engine on a free port with a throw-away file, and secrets. Call at the top
 * level; the returned function gives the engine once the hooks have run.
 */
export const useTable = (): (() => TableEngine) => {
  let engine: TableEngine | undefined;
  let secrets: Server | undefined;
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'prosa-table-'));
    engine = await startDynoxide(join(directory, 'table.db'));
    secrets = await startSecrets();
    Object.assign(process.env, {
      INSTALLATION: DEFAULT_INSTALLATION,
      TABLE_NAME: TABLE.name,
      DYNAMODB_ENDPOINT: engine.endpoint,
      SECRETS_ENDPOINT: `http://127.0.0.1:${serverPort(secrets)}`,
      APP_ORIGIN: 'http://localhost:3000',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
  });
  afterAll(async () => {
    secrets?.close();
    await engine?.stop();
    await rm(directory, { recursive: true, force: true });
  });
  return () => {
    if (engine === undefined) throw new Error('the table is not up yet');
    return engine;
  };
};
