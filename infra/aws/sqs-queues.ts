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
 * High throughput: limits and deduplication are each group's own. Without it one queue takes 300 calls a second for all
 * companies together.
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
  /** One sentence: who is hurt. */
  errorImpact: string;
  alarms: ITopic;
}

/** A queue for what was given up on, with an alarm on the first message: it waits for a person. */
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

interface WorkQueueProps extends Pick<QueueResource, 'fifo' | 'visibilityS' | 'maxReceives'> {
  deadLetters: Queue;
}

/** A queue that somebody drains. */
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
