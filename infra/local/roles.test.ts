import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deleteConnection } from '@prosa/functions/platform/aws/api-gateway-management.ts';
import { dynamodb, tableName } from '@prosa/functions/platform/aws/dynamodb.ts';
import { isTransient } from '@prosa/functions/platform/aws/is-transient.ts';
import { withLocalRole } from '@prosa/functions/platform/aws/local-role.ts';
import {
  copyObject,
  deleteObject,
  getObject,
  listKeys,
  putObject,
} from '@prosa/functions/platform/aws/s3.ts';
import { presignUpload } from '@prosa/functions/platform/aws/s3-upload-form.ts';
import { getSecret } from '@prosa/functions/platform/aws/secrets-manager.ts';
import { queueUrl, sendMessageBatch } from '@prosa/functions/platform/aws/sqs.ts';
import type { Grants } from '@prosa/functions/platform/lambda/declare-function.ts';
import { mediaKey } from '@prosa/functions/platform/secrets.ts';
import { DEFAULT_INSTALLATION, secretId } from '@prosa/shared/resource-names.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFunctions } from './functions.ts';
import { repositoryRoot } from './repository-root.ts';
import { REQUIRED_ACTIONS } from './required-actions.ts';
import { makeRole } from './roles.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  await put('t/1/old');
});
afterAll(() => stack.stop());

const row = { pk: 'a', sk: 'b' };
const put = (key: string) => putObject(key, Buffer.from('x'), { mimeType: 'text/plain', disposition: '' });
const send = (queue: 'inbound' | 'timers') =>
  sendMessageBatch({
    QueueUrl: queueUrl(queue),
    Entries: [{ Id: '1', MessageBody: 'x', ...(queue === 'inbound' ? FIFO : {}) }],
  });
const FIFO = { MessageGroupId: 'g', MessageDeduplicationId: 'd' };
const target = { TableName: 'prosa' };
const condition = { ConditionExpression: 'attribute_not_exists(pk)' };
const one = (item: object) => dynamodb().transactWrite({ TransactItems: [item] });

/** Each case: a call, grants that allow it, insufficient grants, and the missing action. */
const CALLS: Record<string, [call: () => Promise<unknown>, enough: Grants, tooFew: Grants, action: string]> =
  {
    'a read': [() => dynamodb().get({ ...target, Key: row }), { table: 'read' }, {}, 'dynamodb:GetItem'],
    'a batch of reads': [
      () => dynamodb().batchGet({ RequestItems: { [tableName()]: { Keys: [row] } } }),
      { table: 'read' },
      { bucket: 'read' },
      'dynamodb:BatchGetItem',
    ],
    'a query of an index': [
      () =>
        dynamodb().query({
          ...target,
          IndexName: 'by-g1',
          KeyConditionExpression: 'g1pk = :a',
          ExpressionAttributeValues: { ':a': 'a' },
        }),
      { table: 'read' },
      {},
      'dynamodb:Query',
    ],
    'a put': [
      () => dynamodb().put({ ...target, Item: row }),
      { table: 'write' },
      { table: 'read' },
      'dynamodb:PutItem',
    ],
    'an update': [
      () =>
        dynamodb().update({
          ...target,
          Key: row,
          UpdateExpression: 'SET a = :a',
          ExpressionAttributeValues: { ':a': 1 },
        }),
      { table: 'write' },
      { table: 'read' },
      'dynamodb:UpdateItem',
    ],
    'a removal': [
      () => dynamodb().delete({ ...target, Key: row }),
      { table: 'write' },
      { table: 'read' },
      'dynamodb:DeleteItem',
    ],
    'a batch of writes': [
      () => dynamodb().batchWrite({ RequestItems: { [tableName()]: [{ DeleteRequest: { Key: row } }] } }),
      { table: 'write' },
      { table: 'read' },
      'dynamodb:BatchWriteItem',
    ],
    'a put of a transaction': [
      () => one({ Put: { ...target, Item: row } }),
      { table: 'write' },
      { table: 'read' },
      'dynamodb:PutItem',
    ],
    'a check of a transaction': [
      () => one({ ConditionCheck: { ...target, Key: { pk: 'none', sk: 'b' }, ...condition } }),
      { table: 'write' },
      { table: 'read' },
      'dynamodb:ConditionCheckItem',
    ],
    'a message': [() => send('timers'), { send: ['timers'] }, { send: ['inbound'] }, 'sqs:SendMessage'],
    'a message of a FIFO queue': [
      () => send('inbound'),
      { send: ['inbound'] },
      { receive: ['inbound'] },
      'sqs:SendMessage',
    ],
    'a secret': [
      () => getSecret(secretId(DEFAULT_INSTALLATION, 'media')),
      { secrets: ['media'] },
      { secrets: ['signing'] },
      'secretsmanager:GetSecretValue',
    ],
    'a file': [() => getObject('t/1/old'), { bucket: 'read' }, { claims: 'take' }, 's3:GetObject'],
    'a file to keep': [() => put('t/1/a'), { bucket: 'write' }, { bucket: 'read' }, 's3:PutObject'],
    'a copy': [
      () => copyObject('t/1/old', 't/1/b', { mimeType: 'text/plain', disposition: '' }),
      { bucket: 'write' },
      { bucket: 'read' },
      's3:PutObject',
    ],
    'a file to remove': [
      () => deleteObject('t/1/none'),
      { bucket: 'write' },
      { bucket: 'read' },
      's3:DeleteObject',
    ],
    'a list of files': [() => listKeys('t/'), { bucket: 'read' }, { claims: 'put' }, 's3:ListBucket'],
    'what was given up': [
      () => put('given-up/x'),
      { send: ['inbound'] },
      { bucket: 'write' },
      's3:PutObject',
    ],
    'a large delivery': [() => put('claims/x'), { claims: 'put' }, { claims: 'take' }, 's3:PutObject'],
    'a form for a file': [
      () => presignUpload('pending/t/1/a', 'image/png', 100, 60),
      { bucket: 'write' },
      { bucket: 'read' },
      's3:PutObject',
    ],
  };

const as = <T>(grants: Grants, work: () => T): T => withLocalRole(makeRole('somebody', grants), work);

describe("S-62 the local stack restricts a function's calls to its declared grants", () => {
  it.each(Object.entries(CALLS))('%s', async (_name, [call, enough, tooFew, action]) => {
    await expect(as(enough, call)).resolves.not.toThrow();
    const refusal: unknown = await as(tooFew, call).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).toHaveProperty(
      'message',
      expect.stringContaining(`not authorized to perform: ${action} `),
    );
    // The refusal is not retried.
    expect(isTransient(refusal)).toBe(false);
  });

  it.each(['a put', 'a message', 'a secret'])('%s is refused with the error of AWS', async (name) => {
    const [call] = CALLS[name] ?? [];
    if (call === undefined) throw new Error(`no call ${name}`);
    await expect(as({}, call)).rejects.toMatchObject({ name: 'AccessDeniedException', $fault: 'client' });
  });

  it("files are refused with S3's error, and WebSocket connections with a 403", async () => {
    await expect(as({}, () => put('t/1/a'))).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(as({}, () => deleteConnection('x'))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    await expect(as({ realtime: true }, () => deleteConnection('x'))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 410 },
    });
  });

  it('S-60: append-only rows can be created, but not changed or deleted by any command', async () => {
    const entry = { pk: 'C#7#AUDIT#2026-11', sk: 'one' };
    const Key = entry;
    const change = {
      ...target,
      Key,
      UpdateExpression: 'SET a = :a',
      ExpressionAttributeValues: { ':a': 1 },
    };
    const batch = (request: object) => dynamodb().batchWrite({ RequestItems: { [tableName()]: [request] } });
    const tries: Record<string, () => Promise<unknown>> = {
      UpdateItem: () => dynamodb().update(change),
      DeleteItem: () => dynamodb().delete({ ...target, Key }),
      BatchWriteItem: () => batch({ DeleteRequest: { Key } }),
      'BatchWriteItem ': () => batch({ PutRequest: { Item: entry } }),
      'UpdateItem ': () => one({ Update: change }),
      'DeleteItem ': () => one({ Delete: { ...target, Key } }),
    };
    await as({ table: 'write' }, () => one({ Put: { ...target, Item: entry, ...condition } }));
    for (const [action, attempt] of Object.entries(tries))
      await expect(as({ table: 'write' }, attempt)).rejects.toThrow(
        `not authorized to perform: dynamodb:${action.trim()} `,
      );
    const { Item } = await dynamodb().get({ ...target, Key });
    expect(Item).toEqual(entry);
  });

  it('a secret that one function has read is not cached for another function', async () => {
    await as({ secrets: ['media'] }, () => mediaKey());
    const other = makeRole('another', { secrets: ['signing'] });
    await expect(withLocalRole(other, () => mediaKey())).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
  });

  it('a function that the host runs keeps its own role while other functions run', async () => {
    const base = {
      kind: 'queue',
      queue: 'timers',
      batchSize: 1,
      companyShare: { by: 'nothing', because: 'a test' },
      maxConcurrency: { exactly: 2 },
      memoryMb: 1,
      timeoutS: 5,
      bundleKb: 1,
    } as const;
    const write = () => dynamodb().put({ ...target, Item: row });
    const functions = createFunctions({
      resources: {
        reader: { ...base, entry: 'reader', errorImpact: '', grants: { table: 'read' } },
        writer: { ...base, entry: 'writer', errorImpact: '', grants: { table: 'write' } },
      },
      load: async () => ({ handler: write }),
    });
    const names = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'reader' : 'writer'));
    const outcomes = await Promise.allSettled(names.map((name) => functions.invoke(name, {})));
    expect(outcomes.map(({ status }) => status)).toEqual(
      names.map((name) => (name === 'reader' ? 'rejected' : 'fulfilled')),
    );
  });

  it('the session host has its own role, and only this role may read its credentials', async () => {
    const script = `
      import { getSecret } from '@prosa/functions/platform/aws/secrets-manager.ts';
      const read = (name) => getSecret(name).then(() => 'read', (error) => error.name);
      console.log('outcome', await read('${secretId(DEFAULT_INSTALLATION, 'sessionCredentials')}'), await read('${secretId(DEFAULT_INSTALLATION, 'signing')}'));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--import',
        join(repositoryRoot, 'infra/local/as-session-host.ts'),
        '--input-type=module',
        '-e',
        script,
      ],
      { cwd: join(repositoryRoot, 'infra'), env: { ...process.env, ...stack.env } },
    );
    expect(stdout).toContain('outcome read AccessDeniedException');
  });

  it('the required actions cover every AWS command in our code', () => {
    const folder = join(repositoryRoot, 'functions/platform/aws');
    const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const commands = sources.flatMap((text) =>
      [...text.matchAll(/new (\w+Command)\(/g)].map(([, name]) => name),
    );
    expect(new Set(commands).size).toBeGreaterThan(10);
    expect(commands.filter((name) => !Object.hasOwn(REQUIRED_ACTIONS, String(name)))).toEqual([]);
    expect(() => makeRole('x', {}).refuse({ command: 'ScanCommand', input: {} })).toThrow('ScanCommand');
  });
});
