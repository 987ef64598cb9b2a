import { DEFAULT_INSTALLATION, secretId } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import type { Resource } from '../permissions.ts';
import { ALL_SECRETS, SECRETS, TABLE } from '../resources.ts';

/** A permission that a call needs: an IAM action on a resource. `objects` are named by their whole key. */
export interface Need {
  action: string;
  kind: Resource['kind'];
  name: string;
  /** Partition keys of the rows that the call writes. */
  partitions?: readonly string[];
}

const need = (action: string, kind: Resource['kind'], name = ''): Need => ({ action, kind, name });

const tableSchema = z.object({ TableName: z.string(), IndexName: z.string().optional() });
const batchSchema = z.object({ RequestItems: z.record(z.string(), z.unknown()) });
const keySchema = z.object({ pk: z.object({ S: z.string() }) });
const itemsSchema = z.object({
  TransactItems: z.array(
    z.record(z.string(), z.object({ TableName: z.string(), Key: keySchema.optional() })),
  ),
});
const queueSchema = z.object({ QueueUrl: z.string() });
const secretSchema = z.object({ SecretId: z.string() });
const objectSchema = z.object({ Key: z.string() });
const copySchema = z.object({ Bucket: z.string(), Key: z.string(), CopySource: z.string() });

/** Returns a permission on a table. Tables other than the system's are never permitted. */
const onTable = (action: string, table: string): Need =>
  need(`dynamodb:${action}`, 'table', table === TABLE.name ? '' : table);
const TABLE_KEY = need('kms:Decrypt', 'key', 'platform');

const writtenRow = z.object({ Key: keySchema });
const writtenRows = z.array(
  z.object({
    PutRequest: z.object({ Item: keySchema }).optional(),
    DeleteRequest: writtenRow.optional(),
  }),
);
const partitionsOf = (requests: unknown): string[] =>
  writtenRows
    .parse(requests)
    .flatMap(({ PutRequest, DeleteRequest }) => [PutRequest?.Item.pk.S, DeleteRequest?.Key.pk.S])
    .filter((pk) => pk !== undefined);

/** Returns the permissions of a row's update or deletion. */
const changeCall = (action: string) => (input: object) => [
  { ...onTable(action, tableSchema.parse(input).TableName), partitions: [writtenRow.parse(input).Key.pk.S] },
  TABLE_KEY,
];
const writeBatchCall = (input: object) => [
  ...Object.entries(batchSchema.parse(input).RequestItems).map(([table, requests]) => ({
    ...onTable('BatchWriteItem', table),
    partitions: partitionsOf(requests),
  })),
  TABLE_KEY,
];
const rowCall = (action: string) => (input: object) => [
  onTable(action, tableSchema.parse(input).TableName),
  TABLE_KEY,
];
const batchCall = (action: string) => (input: object) => [
  ...Object.keys(batchSchema.parse(input).RequestItems).map((table) => onTable(action, table)),
  TABLE_KEY,
];
const query = (input: object): Need[] => {
  const { TableName, IndexName } = tableSchema.parse(input);
  const found = onTable('Query', TableName);
  return [IndexName === undefined ? found : { ...found, kind: 'index', name: IndexName }, TABLE_KEY];
};

/** IAM actions of a transaction's writes and reads; a transaction has no action of its own. */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};
const transaction = (input: object): Need[] => [
  ...itemsSchema.parse(input).TransactItems.flatMap((item) =>
    Object.entries(item).map(([op, { TableName, Key }]) => ({
      ...onTable(TRANSACTION_ACTIONS[op] ?? op, TableName),
      ...(Key === undefined ? {} : { partitions: [Key.pk.S] }),
    })),
  ),
  TABLE_KEY,
];

const queueCall = (action: string) => (input: object) => {
  const file = queueSchema.parse(input).QueueUrl.split('/').at(-1) ?? '';
  return [need(`sqs:${action}`, 'queue', file.replace(/\.fifo$/, ''))];
};

/** Redriving dead letters is reserved for operators: no function has a permission for it. */
const redrive = (action: string) => () => [need(`sqs:${action}`, 'queue', 'dead letters')];

const readSecret = (input: object): Need[] => {
  const { SecretId } = secretSchema.parse(input);
  const name = ALL_SECRETS.find((each) => secretId(DEFAULT_INSTALLATION, each) === SecretId);
  return [
    need('secretsmanager:GetSecretValue', 'secret', name ?? SecretId),
    ...(name === undefined ? [] : [need('kms:Decrypt', 'key', SECRETS[name].under)]),
  ];
};

const LIST = need('s3:ListBucket', 'bucket');
const readObject = (key: string): Need[] => [
  need('s3:GetObject', 'objects', key),
  need('kms:Decrypt', 'key', 'platform'),
  // Needed to get 404 for a missing object: without it S3 answers 403.
  LIST,
];
const writeObject = (key: string): Need[] => [
  need('s3:PutObject', 'objects', key),
  need('kms:GenerateDataKey', 'key', 'platform'),
];
const keyOf = (input: object): string => objectSchema.parse(input).Key;
const copy = (input: object): Need[] => {
  const { Bucket, Key, CopySource } = copySchema.parse(input);
  return [...readObject(CopySource.slice(`${Bucket}/`.length)), ...writeObject(Key)];
};

const sockets = (): Need[] => [need('execute-api:ManageConnections', 'connections')];

/**
 * Permissions that each call needs, by the SDK's name of its command: the actions in AWS's service authorization
 * reference of DynamoDB, SQS, Secrets Manager, S3 and API Gateway's management side, and of the encryption keys
 * behind them.
 */
export const REQUIRED_ACTIONS: Readonly<Record<string, (input: object) => readonly Need[]>> = {
  GetItemCommand: rowCall('GetItem'),
  PutItemCommand: rowCall('PutItem'),
  UpdateItemCommand: changeCall('UpdateItem'),
  DeleteItemCommand: changeCall('DeleteItem'),
  QueryCommand: query,
  BatchGetItemCommand: batchCall('BatchGetItem'),
  BatchWriteItemCommand: writeBatchCall,
  TransactGetItemsCommand: transaction,
  TransactWriteItemsCommand: transaction,
  SendMessageBatchCommand: queueCall('SendMessage'),
  ReceiveMessageCommand: queueCall('ReceiveMessage'),
  DeleteMessageBatchCommand: queueCall('DeleteMessage'),
  ChangeMessageVisibilityBatchCommand: queueCall('ChangeMessageVisibility'),
  GetQueueAttributesCommand: queueCall('GetQueueAttributes'),
  GetQueueUrlCommand: redrive('GetQueueUrl'),
  StartMessageMoveTaskCommand: redrive('StartMessageMoveTask'),
  GetSecretValueCommand: readSecret,
  GetObjectCommand: (input) => readObject(keyOf(input)),
  HeadObjectCommand: (input) => readObject(keyOf(input)),
  PutObjectCommand: (input) => writeObject(keyOf(input)),
  CopyObjectCommand: copy,
  DeleteObjectCommand: (input) => [need('s3:DeleteObject', 'objects', keyOf(input))],
  ListObjectsV2Command: () => [LIST],
  PostToConnectionCommand: sockets,
  DeleteConnectionCommand: sockets,
};
