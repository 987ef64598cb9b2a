import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { queueUrl, sqs } from './sqs.ts';

const redrivePolicySchema = z.object({ deadLetterTargetArn: z.string() });

const attributeOf = async (
  url: string,
  name: 'RedrivePolicy' | 'ApproximateNumberOfMessages',
): Promise<string> => {
  const { Attributes } = await sqs().send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [name] }),
  );
  return Attributes?.[name] ?? '';
};

/**
 * Has SQS move all messages of a queue's dead-letter queue back to it, the oldest first. Returns their approximate
 * number.
 */
export const redriveDeadLetters = async (queue: QueueName): Promise<number> => {
  const policy: unknown = JSON.parse(await attributeOf(queueUrl(queue), 'RedrivePolicy'));
  const { deadLetterTargetArn } = redrivePolicySchema.parse(policy);
  const { QueueUrl = '' } = await sqs().send(
    new GetQueueUrlCommand({ QueueName: deadLetterTargetArn.split(':').at(-1) }),
  );
  const waiting = Number(await attributeOf(QueueUrl, 'ApproximateNumberOfMessages'));
  if (waiting > 0) await sqs().send(new StartMessageMoveTaskCommand({ SourceArn: deadLetterTargetArn }));
  return waiting;
};
