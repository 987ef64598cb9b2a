import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE } from '../resources.ts';
import { awsJsonCall } from './aws-json.ts';
import { type Stack, startStack } from './stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
});
afterAll(() => stack.stop());

const put = (sk: string) =>
  awsJsonCall(stack.endpoints.table, 'DynamoDB_20120810.PutItem', {
    TableName: TABLE.name,
    Item: { pk: { S: 'stack-test' }, sk: { S: sk } },
  });
const get = (sk: string) =>
  awsJsonCall(stack.endpoints.table, 'DynamoDB_20120810.GetItem', {
    TableName: TABLE.name,
    Key: { pk: { S: 'stack-test' }, sk: { S: sk } },
    ConsistentRead: true,
  });

describe('stack', () => {
  it('answers at its address, and reports its version, environment and resource usage', async () => {
    const version = await fetch(`${stack.url}/api/version`);
    expect([version.status, await version.json()]).toEqual([200, { version: expect.any(String) }]);
    expect(stack.env.APP_ORIGIN).toBe(stack.url);
    const stats = stack.stats();
    expect(stats.main?.rssBytes).toBeGreaterThan(0);
    expect(stats.dynoxide?.rssBytes).toBeGreaterThan(0);
  });

  it('lets only the owner read secrets and passwords', () => {
    for (const name of ['secrets.json', 'admin-password', 'queues.jsonl']) {
      expect([name, (statSync(join(stack.dataDir, name)).mode & 0o777).toString(8)]).toEqual([name, '600']);
    }
  });

  it('drains when no session host consumes its commands', async () => {
    stack.sqs.queue('session-commands-0').send({ body: '{}', groupId: 'g', deduplicationId: 'd' });
    await put('drained');
    await stack.drain();
    expect(stack.sqs.queue('session-commands-0').counts().ready).toBe(1);
  });

  it('keeps written rows after its table engine was killed and restarted', async () => {
    await put('kept');
    await stack.kill('dynoxide');
    await expect(get('kept')).rejects.toThrow();
    await stack.restart('dynoxide');
    expect(await get('kept')).toMatchObject({ Item: { sk: { S: 'kept' } } });
    await stack.drain();
    const pid = stack.pid('dynoxide');
    process.kill(pid ?? 0, 'SIGKILL');
    await expect.poll(() => stack.pid('dynoxide'), { timeout: 10_000 }).not.toBe(pid);
    expect(await get('kept')).toMatchObject({ Item: { sk: { S: 'kept' } } });
  });
});
