import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type IAccessLogSettings, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** A line of an access log. */
export const accessLogFields = (extra: Record<string, string>): string =>
  JSON.stringify({
    requestId: '$context.requestId',
    routeKey: '$context.routeKey',
    status: '$context.status',
    integrationLatency: '$context.integrationLatency',
    ...extra,
  });

/** Where the lines of {@link accessLog} go. */
export const accessLogGroup = (scope: Construct, id: string): LogGroup =>
  new LogGroup(scope, id, { retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY });

/**
 * One line of JSON per call: route keys, codes and times. No path, address, query or header, which could name a
 * person or hold a secret.
 */
export const accessLog = (group: LogGroup, extra: Record<string, string>): IAccessLogSettings => ({
  destination: new LogGroupLogDestination(group),
  format: AccessLogFormat.custom(accessLogFields(extra)),
});
