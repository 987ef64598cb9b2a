import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Construct } from 'constructs';
import { ACCOUNT_CONCURRENCY_ALARM, concurrencyOf } from '../concurrency.ts';
import { FUNCTIONS, type FunctionResource } from '../programs.ts';
import { BUCKET, STREAM_DELIVERY } from '../resources.ts';
import { streamFilters } from '../stream-filters.ts';
import { acknowledge, acknowledgePatterns } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';
import type { FunctionsStackProps } from './api-stack.ts';
import { declaredFunction, type FunctionContext } from './declared-function.ts';
import { functionEnvironment, grantTargets } from './environment.ts';
import type { Settings } from './settings.ts';
import { deadLetterQueue } from './sqs-queues.ts';

type Declared<K extends FunctionResource['kind']> = Extract<FunctionResource, { kind: K }>;

const ITERATOR_AGE_ALARM = Duration.minutes(5);

interface WorkersStackProps extends FunctionsStackProps {
  connectionsArn: string;
}

const sourceLimit = (name: string, { accountConcurrency }: Settings): number => {
  const limit = concurrencyOf(accountConcurrency).sources.get(name);
  if (limit === undefined) throw new Error(`the event source of ${name} has no limit`);
  return limit;
};

/** Everything that runs without a caller: queue workers, the stream's readers, and scheduled functions. */
export class WorkersStack extends Stack {
  private readonly context: FunctionContext;

  constructor(scope: Construct, id: string, props: WorkersStackProps) {
    super(scope, id, props);
    const { settings, data, codeOf, connectionsArn } = props;
    this.context = {
      data,
      codeOf,
      settings,
      environment: functionEnvironment(this, data, settings),
      targets: grantTargets(data, settings, connectionsArn),
    };
    alarmOn(this, 'account-concurrency', {
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'ClaimedAccountConcurrency',
        statistic: 'max',
        period: Duration.minutes(1),
      }),
      threshold: (settings.accountConcurrency * ACCOUNT_CONCURRENCY_ALARM.perThousand) / 1_000,
      errorImpact: ACCOUNT_CONCURRENCY_ALARM.errorImpact,
      alarms: data.alarms,
    });
    for (const [name, resource] of Object.entries(FUNCTIONS)) {
      if (resource.kind === 'queue') this.queueWorker(name, resource);
      if (resource.kind === 'stream') this.streamReader(name, resource);
      if (resource.kind === 'schedule') this.scheduled(name, resource);
    }
  }

  private queueWorker(name: string, resource: Declared<'queue'>): void {
    const queue = this.context.data.queue(resource.queue);
    const fn = declaredFunction(this, name, resource, this.context);
    const source = new EventSourceMapping(this, `${name}-source`, {
      target: fn.lambda,
      eventSourceArn: queue.queueArn,
      batchSize: resource.batchSize,
      reportBatchItemFailures: true,
      maxConcurrency: sourceLimit(name, this.context.settings),
    });
    acknowledge(fn.lambda, {
      'Serverless-LambdaDLQ': 'The queue keeps what fails and moves it to its dead letters.',
    });
    acknowledge(source, {
      'Serverless-LambdaEventSourceMappingDestination':
        'Queues have no failure destination: what fails stays in the queue and moves to its dead letters.',
    });
  }

  private streamReader(name: string, resource: Declared<'stream'>): void {
    const { table, bucket, keys, alarms } = this.context.data;
    const { tableStreamArn } = table;
    if (tableStreamArn === undefined) throw new Error('the table has no stream');
    const discarded = `${this.context.targets.bucketArn}/${BUCKET.discarded.prefix}*`;
    const fn = declaredFunction(this, name, resource, this.context, {
      statements: [
        new PolicyStatement({
          actions: [
            'dynamodb:DescribeStream',
            'dynamodb:GetRecords',
            'dynamodb:GetShardIterator',
            'dynamodb:ListStreams',
          ],
          resources: [tableStreamArn],
        }),
        // The event source stores discarded records with the function's permissions.
        new PolicyStatement({ actions: ['s3:PutObject'], resources: [discarded] }),
        new PolicyStatement({ actions: ['s3:ListBucket'], resources: [this.context.targets.bucketArn] }),
        new PolicyStatement({
          actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
          resources: [keys.platform.keyArn],
        }),
      ],
    });
    acknowledgePatterns(fn.role, [discarded], 'Lambda names what an event source gave up.');
    const source = new EventSourceMapping(this, `${name}-source`, {
      target: fn.lambda,
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: resource.batchSize,
      maxBatchingWindow: Duration.seconds(resource.windowS),
      filters: streamFilters(resource).map((filter) => FilterCriteria.filter({ ...filter })),
      bisectBatchOnError: STREAM_DELIVERY.bisects,
      reportBatchItemFailures: true,
      retryAttempts: STREAM_DELIVERY.retries,
      maxRecordAge: Duration.seconds(STREAM_DELIVERY.maxAgeS),
      // The bucket gets whole records; a queue would get only their position in a stream that keeps records for a
      // day.
      onFailure: { bind: () => ({ destination: bucket.bucketArn }) },
      supportS3OnFailureDestination: true,
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
    acknowledge(fn.lambda, {
      'Serverless-LambdaDLQ': "The stream's source keeps what fails in the bucket.",
    });
    alarmOn(this, `${name}-discarded`, {
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'OnFailureDestinationDeliveredEventCount',
        dimensionsMap: { EventSourceMappingUUID: source.eventSourceMappingId },
        statistic: 'sum',
        period: Duration.minutes(5),
      }),
      errorImpact: resource.errorImpact,
      alarms,
    });
    alarmOn(this, `${name}-age`, {
      metric: fn.lambda.metric('IteratorAge', { statistic: 'max', period: Duration.minutes(1) }),
      threshold: ITERATOR_AGE_ALARM.toMilliseconds(),
      errorImpact: resource.errorImpact,
      alarms,
    });
  }

  private scheduled(name: string, resource: Declared<'schedule'>): void {
    const deadLetters = deadLetterQueue(this, `${name}-dlq`, {
      fifo: false,
      errorImpact: resource.errorImpact,
      alarms: this.context.data.alarms,
    });
    const fn = declaredFunction(this, name, resource, this.context, {
      statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] })],
    });
    const period = Duration.minutes(resource.everyMinutes);
    // No retries: the next scheduled run does the work of a missed run, and a retry would only duplicate it.
    fn.lambda.configureAsyncInvoke({
      onFailure: new SqsDestination(deadLetters),
      retryAttempts: 0,
      maxEventAge: period,
    });
    new Rule(this, `${name}-rule`, {
      schedule: Schedule.rate(period),
      targets: [
        new LambdaTarget(fn.lambda, { deadLetterQueue: deadLetters, retryAttempts: 0, maxEventAge: period }),
      ],
    });
    acknowledge(fn.lambda, {
      'Serverless-LambdaDLQ': 'Its failure destination is the same queue, and says more.',
    });
    alarmOn(this, `${name}-silent`, {
      metric: fn.lambda.metricInvocations({ statistic: 'sum', period: Duration.minutes(5) }),
      atLeast: 1,
      errorImpact: resource.errorImpact,
      alarms: this.context.data.alarms,
    });
  }
}
