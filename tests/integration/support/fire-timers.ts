import type { SQSEvent } from 'aws-lambda';
import { timers as handler } from '../../support/handlers.ts';

const sqsEvent = (bodies: readonly unknown[]): SQSEvent => ({
  Records: bodies.map((body, at) => ({
    messageId: `m${at}`,
    receiptHandle: '',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: 'us-east-1',
  })),
});

/** Delivers messages of the timer queue to its worker. Returns the batch item failures. */
export const fireTimers = async (...bodies: readonly unknown[]) =>
  (await handler(sqsEvent(bodies))).batchItemFailures;
