import { Duration } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { QUEUE_RETENTION_DAYS, type QueueResource } from '../resources.ts';
import { acknowledge } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';

const KEPT = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
  retentionPeriod: Duration.days(QUEUE_RETENTION_DAYS),
} as const;

/**
 * Returns the queue's type. FIFO queues use high throughput: rate limits and deduplication are per group. Without it
 * one queue is limited to 300 calls a second for all companies together.
 */
const kindOf = (fifo: boolean) =>
  fifo
    ? {
        fifo,
        deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
        fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      }
    : {};

interface DeadLetterProps {
  fifo: boolean;
  /** One sentence: the impact on users. */
  errorImpact: string;
  alarms: ITopic;
}

/** Creates a dead-letter queue with an alarm on the first message, because a person must handle it. */
export const deadLetterQueue = (
  scope: Construct,
  id: string,
  { fifo, errorImpact, alarms }: DeadLetterProps,
): Queue => {
  const queue = new Queue(scope, id, { ...KEPT, ...kindOf(fifo) });
  acknowledge(queue, {
    'AwsSolutions-SQS3': 'This is the dead-letter queue.',
    'Serverless-SQSRedrivePolicy': 'This is the dead-letter queue.',
  });
  alarmOn(scope, `${id}-alarm`, {
    metric: queue.metricApproximateNumberOfMessagesVisible({ statistic: 'max', period: Duration.minutes(1) }),
    errorImpact,
    alarms,
  });
  return queue;
};

interface WorkQueueProps extends Pick<QueueResource, 'fifo' | 'visibilityS'> {
  maxReceives: number;
  deadLetters: Queue;
}

/** Creates a queue that has a consumer. */
export const workQueue = (
  scope: Construct,
  id: string,
  { fifo, visibilityS, maxReceives, deadLetters }: WorkQueueProps,
): Queue =>
  new Queue(scope, id, {
    ...KEPT,
    ...kindOf(fifo),
    visibilityTimeout: Duration.seconds(visibilityS),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: maxReceives },
  });
