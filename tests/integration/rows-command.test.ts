import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { SocketToken, User } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { startDynoxide } from '@prosa/infra/local/dynoxide.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownTable } from '../support/own-company.ts';

/** Variables that `npm run rows` passes on. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const ROOT = join(import.meta.dirname, '..', '..');
const NOW_MS = Date.UTC(2026, 10, 21);
const HASH = '0f'.repeat(32);
let dataDir: string;

const rows = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, ['infra/rows.ts', ...args], {
    cwd: ROOT,
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env },
  });

const user = {
  companyId: 1,
  id: 9,
  name: 'Bruno',
  email: 'bruno@example.com',
  passwordHash: `$argon2id$${HASH}`,
  queueIds: [1, 2],
};

const plantRows = async (endpoint: string) => {
  Object.assign(process.env, {
    TABLE_NAME: 'prosa',
    DYNAMODB_ENDPOINT: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  await commit([ownTable(1).put(User, user, 'absent', NOW_MS)]);
  await commit([
    ownTable(1).put(Tag, { companyId: 1, id: 3, name: 'vip', color: '#112233' }, 'absent', NOW_MS),
  ]);
  await commit([
    globalTable.put(
      SocketToken,
      { hash: HASH, companyId: 1, userId: 9, sessionId: 's', expiresAt: '2026-11-21T00:01:00.000Z' },
      'absent',
      NOW_MS,
    ),
  ]);
};

/** Splits the output into lines without column spacing. */
const lines = (text: string): string[] => text.split('\n').map((line) => line.trim().replace(/ {2,}/, ' '));
const USER_LINES = [
  'user, version 1 (schema version 1)',
  'key C#1#USERS | 0000000009',
  'written 2026-11-21T00:00:00.000Z (made 2026-11-21T00:00:00.000Z)',
  'name "Bruno"',
  'passwordHash (hidden)',
];

describe('npm run rows', () => {
  let stack: Stack | undefined;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'prosa-rows-'));
    const engine = await startDynoxide(join(dataDir, 'table.db'));
    await plantRows(engine.endpoint);
    await engine.stop();
  });
  afterAll(async () => {
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('prints the rows of a stopped system without secrets', async () => {
    const { stdout } = await rows(['C#1#USERS']);
    expect(lines(stdout)).toEqual(expect.arrayContaining(USER_LINES));
    expect(stdout).not.toContain(HASH);
    expect((await rows(['C#1#ORG', 'QUEUE#'])).stdout).toBe('No such rows.\n');
  });

  it('shows the expiry of a row, and hides a secret within a key', async () => {
    const { stdout } = await rows([`RT#${HASH}`]);
    expect(stdout).toContain('RT#(hidden) | RT');
    expect(lines(stdout)).toContain('vanishes 2026-11-21T00:02:00.000Z');
    expect(stdout).not.toContain(HASH);
  });

  it('reads from a running system without stopping it', async () => {
    stack = await startStack({ dataDir, seed: 'none', whatsapp: 'none' });
    const { pid } = stack;
    const engine = pid('dynoxide');
    const { stdout } = await rows(['C#1#TAG']);
    expect(stdout).toContain('tag, version 1 (schema version 1)');
    expect(lines(stdout)).toContain('color "#112233"');
    expect(stack.pid('dynoxide')).toBe(engine);
  });

  it('reads a named table at the endpoint from the environment', async () => {
    const env = {
      DYNAMODB_ENDPOINT: process.env.DYNAMODB_ENDPOINT ?? '',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    };
    expect((await rows(['--table', 'prosa', 'C#1#TAG'], env)).stdout).toContain('tag, version 1');
    await expect(rows(['--table', 'other', 'C#1#TAG'], env)).rejects.toThrow();
  });

  it('prints its usage without arguments', async () => {
    await expect(rows([])).rejects.toMatchObject({ stderr: expect.stringContaining('npm run rows --') });
  });
});
