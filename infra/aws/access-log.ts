import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type IAccessLogSettings, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Returns the format of an access log line: JSON with the common fields plus `extra`. */
export const accessLogFields = (extra: Record<string, string>): string =>
  JSON.stringify({
    requestId: '$context.requestId',
    routeKey: '$context.routeKey',
    status: '$context.status',
    integrationLatency: '$context.integrationLatency',
    ...extra,
  });

/** Creates the log group that {@link accessLog} writes to. */
export const accessLogGroup = (scope: Construct, id: string): LogGroup =>
  new LogGroup(scope, id, { retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY });

/**
 * Returns access log settings: one line of JSON per call with route keys, status codes and times. Logs no path,
 * address, query or header, because these could identify a person or contain a secret.
 */
export const accessLog = (group: LogGroup, extra: Record<string, string>): IAccessLogSettings => ({
  destination: new LogGroupLogDestination(group),
  format: AccessLogFormat.custom(accessLogFields(extra)),
});
