import { Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { FUNCTIONS, type FunctionResource } from '../resources.ts';
import { acknowledge } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';
import type { FunctionsStackProps } from './api-stack.ts';
import { declaredFunction, type FunctionContext } from './declared-function.ts';
import { functionEnvironment, grantTargets } from './environment.ts';
import { deadLetterQueue } from './queues.ts';

type Declared<K extends FunctionResource['kind']> = Extract<FunctionResource, { kind: K }>;

/** A record that fails this often alone goes to the dead letters; the shard goes on. */
const STREAM_RETRIES = 10;
/** The stream itself forgets after 24 hours; an hour of trying leaves time to mend and replay. */
const STREAM_MAX_AGE = Duration.hours(1);
const ITERATOR_AGE_ALARM = Duration.minutes(5);

interface WorkersStackProps extends FunctionsStackProps {
  connectionsArn: string;
}

/** What runs without a caller: queue workers, the reader of the table's stream, and the clock. */
export class WorkersStack extends Stack {
  private readonly context: FunctionContext;

  constructor(scope: Construct, id: string, props: WorkersStackProps) {
    super(scope, id, props);
    const { settings, data, codeOf, connectionsArn } = props;
    this.context = {
      data,
      codeOf,
      environment: functionEnvironment(this, data, settings),
      targets: grantTargets(data, settings, connectionsArn),
    };
    for (const [name, resource] of Object.entries(FUNCTIONS)) {
      if (resource.kind === 'queue') this.queueWorker(name, resource);
      if (resource.kind === 'stream') this.streamReader(name, resource);
      if (resource.kind === 'schedule') this.scheduled(name, resource);
    }
  }

  private queueWorker(name: string, resource: Declared<'queue'>): void {
    const queue = this.context.data.queue(resource.queue);
    const fn = declaredFunction(this, name, resource, this.context, {
      statements: [
        new PolicyStatement({
          actions: [
            'sqs:ReceiveMessage',
            'sqs:DeleteMessage',
            'sqs:GetQueueAttributes',
            'sqs:ChangeMessageVisibility',
          ],
          resources: [queue.queueArn],
        }),
      ],
    });
    const source = new EventSourceMapping(this, `${name}-source`, {
      target: fn.lambda,
      eventSourceArn: queue.queueArn,
      batchSize: resource.batchSize,
      reportBatchItemFailures: true,
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
    const { table, keys, alarms } = this.context.data;
    const { tableStreamArn } = table;
    if (tableStreamArn === undefined) throw new Error('the table has no stream');
    const deadLetters = deadLetterQueue(this, `${name}-dlq`, {
      fifo: false,
      errorImpact: resource.errorImpact,
      alarms: this.context.data.alarms,
    });
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
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
        new PolicyStatement({ actions: ['kms:Decrypt'], resources: [keys.platform.keyArn] }),
      ],
    });
    new EventSourceMapping(this, `${name}-source`, {
      target: fn.lambda,
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: resource.batchSize,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: STREAM_RETRIES,
      maxRecordAge: STREAM_MAX_AGE,
      onFailure: new SqsDlq(deadLetters),
    });
    acknowledge(fn.lambda, {
      'Serverless-LambdaDLQ': "The stream's source sends what fails to the dead letters.",
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
    // The next run does what a missed one left: trying an old one again would only do it twice.
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
