import type { Stack } from 'aws-cdk-lib';
import { type QueueName, type SecretName, TABLE } from '../resources.ts';
import type { DataStack } from './data-stack.ts';
import { type GrantTargets, queueNames } from './grants.ts';
import {
  appOrigin,
  mediaBucketName,
  type Settings,
  VIEWER_ADDRESS_HEADER,
  WEBSOCKET_PATH,
  webSocketOriginHost,
} from './settings.ts';

/** The environment of every function and of the session host; see `FUNCTION_ENV`. */
export const functionEnvironment = (
  stack: Stack,
  data: DataStack,
  settings: Settings,
): Record<string, string> => ({
  TABLE_NAME: data.table.tableName,
  BUCKET_NAME: data.bucket.bucketName,
  QUEUE_URLS: stack.toJsonString(
    Object.fromEntries(queueNames().map((name) => [name, data.queues[name].queueUrl])),
  ),
  REALTIME_ENDPOINT: `https://${webSocketOriginHost(settings)}/${WEBSOCKET_PATH}`,
  APP_ORIGIN: appOrigin(settings),
  VIEWER_ADDRESS_HEADER,
});

/** What the grants of a stack's roles point at; `connectionsArn` is empty where no role posts to browsers. */
export const grantTargets = (data: DataStack, settings: Settings, connectionsArn: string): GrantTargets => ({
  tableArn: data.table.tableArn,
  indexArns: TABLE.indexes.map(({ name }) => `${data.table.tableArn}/index/${name}`),
  bucketArn: `arn:${data.partition}:s3:::${mediaBucketName(data.account, settings.region)}`,
  keyArn: data.key.keyArn,
  queueArn: (name: QueueName) => data.queues[name].queueArn,
  secretArn: (name: SecretName) => data.secrets[name].secretArn,
  connectionsArn,
  emailIdentityArn: data.formatArn({ service: 'ses', resource: 'identity', resourceName: settings.zoneName }),
});
