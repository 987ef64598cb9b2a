import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type Code,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';

export interface ProsaFunctionProps {
  code: Code;
  memoryMb: number;
  timeoutS: number;
  environment: Record<string, string>;
  /** All that the role may do, beside writing its own log and traces. */
  statements: readonly PolicyStatement[];
  errorImpact: string;
  alarms: ITopic;
  /** By which people and records find it; made up by CloudFormation without one. */
  functionName?: string;
  /** Of the account's concurrency, kept for (and limited to) this function. */
  reservedConcurrency?: number;
}

const LOG_RETENTION = RetentionDays.ONE_MONTH;

/** A Lambda function with a role of its own, a log that forgets, and an alarm that says who is hurt. */
export class ProsaFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: ProsaFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: LOG_RETENTION,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
              resources: [logGroup.logGroupArn],
            }),
            new PolicyStatement({
              actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
              resources: ['*'],
            }),
            ...props.statements,
          ],
        }),
      },
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: props.code,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutS),
      environment: props.environment,
      // The role is whole as it is: nothing may add to it.
      role: this.role.withoutPolicyUpdates(),
      logGroup,
      tracing: Tracing.ACTIVE,
      ...(props.functionName === undefined ? {} : { functionName: props.functionName }),
      ...(props.reservedConcurrency === undefined
        ? {}
        : { reservedConcurrentExecutions: props.reservedConcurrency }),
    });
    alarmOn(this, 'Errors', {
      metric: this.lambda.metricErrors({ statistic: 'sum', period: Duration.minutes(5) }),
      errorImpact: props.errorImpact,
      alarms: props.alarms,
    });
    acknowledge(this.role, {
      'AwsSolutions-IAM5[Resource::*]': 'X-Ray has no resources to name.',
      'Serverless-LambdaStarPermissions': 'X-Ray has no resources to name.',
    });
  }
}
