import type { QueueName, SecretName } from '@prosa/shared/resource-names.ts';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Grants } from '../programs.ts';
import { BUCKET, SECRETS, type SecretResource } from '../resources.ts';

/** ARNs that grants speak of. */
export interface GrantTargets {
  tableArn: string;
  indexArns: readonly string[];
  bucketArn: string;
  keyArn: (under: SecretResource['under']) => string;
  queueArn: (name: QueueName) => string;
  secretArn: (name: SecretName) => string;
  /** Connections of the WebSocket API's stage. */
  connectionsArn: string;
  emailIdentityArn: string;
}

const TABLE_READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const TABLE_WRITE = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];
const BUCKET_READ = ['s3:GetObject'];
const BUCKET_WRITE = ['s3:PutObject', 's3:DeleteObject'];

const CLAIMS = { put: ['s3:PutObject'], take: ['s3:GetObject', 's3:DeleteObject'] };

export const claimsArn = ({ bucketArn }: Pick<GrantTargets, 'bucketArn'>): string =>
  `${bucketArn}/${BUCKET.claims.prefix}*`;

export const givenUpArn = ({ bucketArn }: Pick<GrantTargets, 'bucketArn'>): string =>
  `${bucketArn}/${BUCKET.givenUp.prefix}*`;

/** What a `bucket` grant covers: files of companies, and uploads no message has named yet. */
export const objectArns = ({ bucketArn }: Pick<GrantTargets, 'bucketArn'>): string[] =>
  Object.values(BUCKET).flatMap(({ prefix, isGranted }) => (isGranted ? [`${bucketArn}/${prefix}*`] : []));

const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });

const tableStatements = (access: 'read' | 'write', targets: GrantTargets): PolicyStatement[] => [
  allow(access === 'write' ? [...TABLE_READ, ...TABLE_WRITE] : TABLE_READ, [targets.tableArn]),
  allow(['dynamodb:Query'], [...targets.indexArns]),
];

const bucketStatements = (access: 'read' | 'write', targets: GrantTargets): PolicyStatement[] => [
  allow(access === 'write' ? [...BUCKET_READ, ...BUCKET_WRITE] : BUCKET_READ, objectArns(targets)),
  // Without it S3 answers 403 for an object that is not there, and a vanished upload looks like a refusal.
  allow(['s3:ListBucket'], [targets.bucketArn]),
];

/** The whole of what a role may do beyond logging, from what its function declares (S-62). */
export const statementsOf = (grants: Grants, targets: GrantTargets): PolicyStatement[] => {
  const statements: PolicyStatement[] = [];
  if (grants.table !== undefined) statements.push(...tableStatements(grants.table, targets));
  if (grants.bucket !== undefined) statements.push(...bucketStatements(grants.bucket, targets));
  if (grants.claims !== undefined) {
    statements.push(allow(CLAIMS[grants.claims], [claimsArn(targets)]));
    if (grants.claims === 'take') statements.push(allow(['s3:ListBucket'], [targets.bucketArn]));
  }
  if (grants.givesUp === true) statements.push(allow(['s3:PutObject'], [givenUpArn(targets)]));
  if (grants.send !== undefined && grants.send.length > 0) {
    statements.push(allow(['sqs:SendMessage'], grants.send.map(targets.queueArn)));
  }
  if (grants.secrets !== undefined && grants.secrets.length > 0) {
    statements.push(allow(['secretsmanager:GetSecretValue'], grants.secrets.map(targets.secretArn)));
  }
  if (grants.realtime === true)
    statements.push(allow(['execute-api:ManageConnections'], [targets.connectionsArn]));
  if (grants.email === true) statements.push(allow(['ses:SendEmail'], [targets.emailIdentityArn]));
  const keys = new Set((grants.secrets ?? []).map((name) => SECRETS[name].under));
  const storesData =
    grants.table !== undefined ||
    grants.bucket !== undefined ||
    grants.claims !== undefined ||
    grants.givesUp === true;
  if (storesData) keys.add('platform');
  if (keys.size > 0)
    statements.push(allow(['kms:Decrypt', 'kms:GenerateDataKey'], [...keys].map(targets.keyArn)));
  return statements;
};
