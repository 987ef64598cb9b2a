import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemPrincipal } from '../auth/principal.ts';
import { commit, WriteConflict } from './commit.ts';
import { Tag } from './entities/companies.ts';
import { openTable } from './table.ts';
import { writeBatch } from './write-batch.ts';

const dynamodb = mockClient(DynamoDBDocumentClient);
const table = openTable(systemPrincipal('setup', 1).companyId);
const tag = (id: number) => ({ companyId: 1, id, name: `tag ${id}`, color: '#112233' });
const put = (id: number) => table.put(Tag, tag(id), 'absent');
const anyway = (id: number) => table.put(Tag, tag(id), 'any');

beforeEach(() => {
  vi.stubEnv('TABLE_NAME', 'prosa');
  vi.stubEnv('AWS_REGION', 'us-east-1');
  dynamodb.reset();
});
afterEach(() => vi.unstubAllEnvs());

const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

describe('a transaction', () => {
  it('a transaction with a failed condition names the rows concerned and is not retried', async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled('None', 'ConditionalCheckFailed'));
    const conflict = await commit([put(1), put(2)]).catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(WriteConflict);
    expect(conflict).toMatchObject({ failed: [{ key: { sk: '0000000002' } }] });
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  it('cancelled for another reason throws the original error', async () => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled('ItemCollectionSizeLimitExceeded', 'None'));
    await expect(commit([put(1), put(2)])).rejects.toThrow(TransactionCanceledException);
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});

describe('a single put', () => {
  it('a put that is throttled after all of the client’s retries throws the original error', async () => {
    dynamodb
      .on(PutCommand)
      .rejects(new ProvisionedThroughputExceededException({ $metadata: {}, message: 'slow down' }));
    await expect(commit([put(1)])).rejects.toThrow(ProvisionedThroughputExceededException);
  });
});

describe('a batch of reads', () => {
  it('requests unprocessed rows again and returns the rows in the requested order', async () => {
    const { item: first } = put(1);
    const { item: second } = put(2);
    dynamodb
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { prosa: [second] },
        UnprocessedKeys: { prosa: { Keys: [put(1).key] } },
      })
      .resolvesOnce({ Responses: { prosa: [first] } });
    const rows = await table.getMany(Tag, [{ id: 1 }, { id: 2 }, { id: 1 }]);
    expect(rows.map((row) => row?.name)).toEqual(['tag 1', 'tag 2', 'tag 1']);
    const asked = dynamodb
      .commandCalls(BatchGetCommand)
      .map(({ args }) => args[0].input.RequestItems?.prosa?.Keys?.length);
    expect(asked).toEqual([2, 1]);
  });

  it('throws when some rows are still unprocessed after six rounds', async () => {
    dynamodb
      .on(BatchGetCommand)
      .resolves({ Responses: { prosa: [] }, UnprocessedKeys: { prosa: { Keys: [put(1).key] } } });
    await expect(table.getMany(Tag, [{ id: 1 }])).rejects.toMatchObject({ name: 'NotProcessed' });
    expect(dynamodb.commandCalls(BatchGetCommand)).toHaveLength(6);
  });
});

describe('a batch of writes', () => {
  it('repeats only the unprocessed writes', async () => {
    const left = { PutRequest: { Item: put(2).item } };
    dynamodb
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { prosa: [left] } })
      .resolvesOnce({});
    await writeBatch([anyway(1), anyway(2)]);
    const written = dynamodb
      .commandCalls(BatchWriteCommand)
      .map(({ args }) => args[0].input.RequestItems?.prosa?.length);
    expect(written).toEqual([2, 1]);
  });

  it('throws when some writes stay unprocessed', async () => {
    dynamodb
      .on(BatchWriteCommand)
      .resolves({ UnprocessedItems: { prosa: [{ PutRequest: { Item: put(2).item } }] } });
    await expect(writeBatch([anyway(1), anyway(2)])).rejects.toMatchObject({ name: 'NotProcessed' });
  });
});
