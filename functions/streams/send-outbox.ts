import type { QueueName } from '@prosa/shared/resource-names.ts';
import { sendMessages } from '../platform/queue/send-messages.ts';
import type { ChangeOf } from './read-changes.ts';

/**
 * Hands committed messages to their queues, in the order in which they were committed. A repeated one carries the same
 * deduplication id; what comes after the queue's five minutes is for its receiver to recognise.
 */
export const sendOutbox = async (queue: QueueName, changes: readonly ChangeOf<'outbox'>[]): Promise<void> => {
  const messages = changes.flatMap(({ before, after }) =>
    before !== undefined || after === undefined
      ? []
      : [{ id: `${after.companyId}.${after.id}`, body: after.body, groupId: after.groupId }],
  );
  if (messages.length > 0) await sendMessages(queue, true, messages);
};
