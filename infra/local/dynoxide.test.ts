import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { TABLE } from '../resources.ts';
import { awsJsonCall } from './aws-json.ts';
import { ensureTable, indexesAt, indexesIn, startDynoxide, type TableEngine } from './dynoxide.ts';

const pageSchema = z.object({
  Items: z.array(z.object({ sk: z.object({ S: z.string() }) })),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

let directory: string;
let engine: TableEngine;

const dynamo = (operation: string, body: object) =>
  awsJsonCall(engine.endpoint, `DynamoDB_20120810.${operation}`, { TableName: TABLE.name, ...body });
const put = (pk: string, sk: string) => ({
  Put: { TableName: TABLE.name, Item: { pk: { S: pk }, sk: { S: sk } } },
});

const ofFile = () => {
  const database = new DatabaseSync(join(directory, 'table.db'), { readOnly: true });
  const found = indexesIn(database);
  database.close();
  return found;
};

const sortKeys = async (pk: string): Promise<string[]> => {
  const found: string[] = [];
  let from: object | undefined;
  do {
    const page = await dynamo('Query', {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
      ConsistentRead: true,
      ...(from === undefined ? {} : { ExclusiveStartKey: from }),
    });
    const { Items, LastEvaluatedKey } = pageSchema.parse(page);
    found.push(...Items.map((item) => item.sk.S));
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return found;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'prosa-table-'));
  engine = await startDynoxide(join(directory, 'table.db'));
});
afterAll(async () => {
  await engine.stop();
  await rm(directory, { recursive: true });
});

describe('table engine', () => {
  it('creates the table only once, with its indexes and both images in the stream', async () => {
    expect(engine.isNewTable).toBe(true);
    expect(await ensureTable(engine.endpoint, await indexesAt(engine.endpoint))).toBe(false);
    expect(await dynamo('DescribeTable', {})).toMatchObject({
      Table: {
        GlobalSecondaryIndexes: TABLE.indexes.map((index) => ({ IndexName: index.name })),
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      },
    });
  });

  it('an index that an earlier table lacks is added at the start, with the rows that have its keys', async () => {
    const row = { pk: { S: 'C#1#T#1' }, sk: { S: 'TICKET' }, g7pk: { S: 'C#1#TMB' }, g7sk: { S: '1' } };
    await dynamo('PutItem', { Item: row });
    await dynamo('UpdateTable', { GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'by-g7' } }] });
    expect(await indexesAt(engine.endpoint)).not.toContain('by-g7');
    expect(ofFile()).toEqual(await indexesAt(engine.endpoint));
    expect(await ensureTable(engine.endpoint, await indexesAt(engine.endpoint))).toBe(false);
    expect(
      await dynamo('Query', {
        IndexName: 'by-g7',
        KeyConditionExpression: 'g7pk = :pk',
        ExpressionAttributeValues: { ':pk': row.g7pk },
      }),
    ).toMatchObject({ Items: [row] });
    await dynamo('DeleteItem', { Key: { pk: row.pk, sk: row.sk } });
  });

  it('R19: 50 SIGKILLs during transactions lose no acknowledged write and leave no partial transaction', async () => {
    const acknowledged: string[] = [];
    let slowestRestartMs = 0;
    for (let round = 0; round < 50; round++) {
      const transact = async (number: number): Promise<string | undefined> => {
        const id = `${round}-${number}`;
        try {
          await awsJsonCall(engine.endpoint, 'DynamoDB_20120810.TransactWriteItems', {
            TransactItems: [put('message', id), put('ticket', id)],
          });
          return id;
        } catch (error) {
          // The engine died during this call; the check below finds out whether the call committed.
          expect(error).toBeInstanceOf(Error);
          return undefined;
        }
      };
      const calls = Array.from({ length: 8 }, (_, number) => transact(number));
      await calls[round % 3];
      await engine.kill();
      for (const id of await Promise.all(calls)) if (id !== undefined) acknowledged.push(id);
      const startedAt = performance.now();
      await engine.restart();
      slowestRestartMs = Math.max(slowestRestartMs, performance.now() - startedAt);
    }
    const messages = await sortKeys('message');
    expect(await sortKeys('ticket')).toEqual(messages);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(messages).toEqual(expect.arrayContaining(acknowledged));
    expect(slowestRestartMs).toBeLessThan(5_000);
  });
});
