import type { Grants } from '@prosa/functions/platform/lambda/declare-function.ts';
import type { QueueName, SecretName } from '@prosa/shared/resource-names.ts';
import { BUCKET, SECRETS, type SecretResource, TABLE } from './resources.ts';

/** The resource of a permission. `objects`: all objects whose key starts with the prefix. */
export type Resource =
  | { kind: 'table' | 'bucket' | 'connections' | 'emailIdentity' }
  | { kind: 'index'; name: string }
  | { kind: 'objects'; name: string }
  | { kind: 'queue'; name: QueueName }
  | { kind: 'secret'; name: SecretName }
  | { kind: 'key'; name: SecretResource['under'] };

/** IAM actions, each allowed on each of the resources; with `deny`, denied regardless of other permissions. */
export interface Permission {
  effect?: 'deny';
  /** For a table: only rows whose partition keys match one of these patterns; `*` is any text, `?` any character. */
  partitions?: readonly string[];
  actions: readonly string[];
  on: readonly Resource[];
}

const TABLE_READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const TABLE_WRITE = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];
/**
 * Append-only rows that expire (S-60): updates and deletions are denied. IAM cannot distinguish a put that creates a
 * row from a put that replaces a row. The table layer therefore creates these rows on condition that none exists, and
 * batches, which support no conditions, are denied.
 */
const APPEND_ONLY: Permission = {
  effect: 'deny',
  actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
  on: [{ kind: 'table' }],
  partitions: TABLE.appendOnly,
};
const BUCKET_READ = ['s3:GetObject'];
const BUCKET_WRITE = ['s3:PutObject', 's3:DeleteObject'];
const CLAIMS = { put: ['s3:PutObject'], take: ['s3:GetObject', 's3:DeleteObject'] };
const RECEIVE = [
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:ChangeMessageVisibility',
];

const objects = (name: string): Resource => ({ kind: 'objects', name });
const claims = objects(BUCKET.claims.prefix);
const givenUp = objects(BUCKET.givenUp.prefix);
const bucket: Resource = { kind: 'bucket' };

/** Objects covered by a `bucket` grant: files of companies, and uploads that no message refers to yet. */
const companyFiles = Object.values(BUCKET).flatMap(({ prefix, isGranted }) =>
  isGranted ? [objects(prefix)] : [],
);

const ofTable = (access: 'read' | 'write'): Permission[] => [
  { actions: access === 'write' ? [...TABLE_READ, ...TABLE_WRITE] : TABLE_READ, on: [{ kind: 'table' }] },
  { actions: ['dynamodb:Query'], on: TABLE.indexes.map(({ name }) => ({ kind: 'index', name })) },
  ...(access === 'write' ? [APPEND_ONLY] : []),
];

const ofBucket = (access: 'read' | 'write'): Permission[] => [
  { actions: access === 'write' ? [...BUCKET_READ, ...BUCKET_WRITE] : BUCKET_READ, on: companyFiles },
  // Without it S3 answers 403 for a missing object, and a vanished upload looks like a refusal.
  { actions: ['s3:ListBucket'], on: [bucket] },
];

/** Whether a program may keep work for a replay: each that sends, for the messages that a queue refuses for good. */
export const mayGiveUp = ({ send = [] }: Grants): boolean => send.length > 0;

const ofKeys = (grants: Grants): Permission[] => {
  const stores =
    grants.table !== undefined ||
    grants.bucket !== undefined ||
    grants.claims !== undefined ||
    mayGiveUp(grants);
  const opened = new Set((grants.secrets ?? []).map((name) => SECRETS[name].under));
  if (stores) opened.delete('platform');
  return [
    ...(stores
      ? [
          {
            actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
            on: [{ kind: 'key', name: 'platform' } as const],
          },
        ]
      : []),
    { actions: ['kms:Decrypt'], on: [...opened].map((name) => ({ kind: 'key', name })) },
  ];
};

/**
 * Returns all permissions of a program's calls, from its declared grants (S-62). The stacks build their roles from
 * them, and the local stack checks every call of a function against them.
 */
export const permissionsOf = (grants: Grants): Permission[] => {
  const all: Permission[] = [
    ...(grants.table === undefined ? [] : ofTable(grants.table)),
    ...(grants.bucket === undefined ? [] : ofBucket(grants.bucket)),
    ...(grants.claims === undefined ? [] : [{ actions: CLAIMS[grants.claims], on: [claims] }]),
    ...(grants.claims === 'take' ? [{ actions: ['s3:ListBucket'], on: [bucket] }] : []),
    ...(mayGiveUp(grants) ? [{ actions: ['s3:PutObject'], on: [givenUp] }] : []),
    { actions: ['sqs:SendMessage'], on: (grants.send ?? []).map((name) => ({ kind: 'queue', name })) },
    { actions: RECEIVE, on: (grants.receive ?? []).map((name) => ({ kind: 'queue', name })) },
    {
      actions: ['secretsmanager:GetSecretValue'],
      on: (grants.secrets ?? []).map((name) => ({ kind: 'secret', name })),
    },
    ...(grants.realtime === true
      ? [{ actions: ['execute-api:ManageConnections'], on: [{ kind: 'connections' } as const] }]
      : []),
    ...(grants.email === true
      ? [{ actions: ['ses:SendEmail'], on: [{ kind: 'emailIdentity' } as const] }]
      : []),
    ...ofKeys(grants),
  ];
  return all.filter(({ on }) => on.length > 0);
};
