import { QUEUE_NAMES, type QueueName, type SecretName } from '@prosa/shared/resource-names.ts';
import type { Stack } from 'aws-cdk-lib';
import type { DataStack } from './data-stack.ts';
import type { GrantTargets } from './grants.ts';
import {
  appOrigin,
  mediaBucketName,
  type Settings,
  VIEWER_ADDRESS_HEADER,
  WEBSOCKET_PATH,
  webSocketOriginHost,
} from './settings.ts';

/** Returns the environment of every function and of the session host; see `FUNCTION_ENV`. */
export const functionEnvironment = (
  stack: Stack,
  data: DataStack,
  settings: Settings,
): Record<string, string> => ({
  INSTALLATION: settings.installation,
  TABLE_NAME: data.table.tableName,
  BUCKET_NAME: data.bucket.bucketName,
  QUEUE_URLS: stack.toJsonString(
    Object.fromEntries(QUEUE_NAMES.map((name) => [name, data.queue(name).queueUrl])),
  ),
  REALTIME_ENDPOINT: `https://${webSocketOriginHost(settings)}/${WEBSOCKET_PATH}`,
  APP_ORIGIN: appOrigin(settings),
  VIEWER_ADDRESS_HEADER,
});

/** Returns the ARNs behind the grants of a stack's roles; `connectionsArn` is empty when no role posts to browsers. */
export const grantTargets = (data: DataStack, settings: Settings, connectionsArn: string): GrantTargets => ({
  tableArn: data.table.tableArn,
  bucketArn: `arn:${data.partition}:s3:::${mediaBucketName(settings, data.account)}`,
  keyArn: (under) => data.keys[under].keyArn,
  queueArn: (name: QueueName) => data.queue(name).queueArn,
  secretArn: (name: SecretName) => data.secret(name).secretArn,
  connectionsArn,
  emailIdentityArn: data.formatArn({ service: 'ses', resource: 'identity', resourceName: settings.zoneName }),
});
