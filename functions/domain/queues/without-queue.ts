import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { ChatbotOption, Queue } from '@prosa/shared/entities/queue.ts';
import type { User } from '@prosa/shared/entities/user.ts';

const without = (ids: readonly number[], id: number): number[] => ids.filter((entry) => entry !== id);

/** Users who no longer work in a queue that goes. */
export const usersWithoutQueue = <T extends User>(users: Iterable<T>, queueId: number): T[] =>
  [...users]
    .filter((user) => user.queueIds.includes(queueId))
    .map((user) => ({ ...user, queueIds: without(user.queueIds, queueId) }));

/** Connections that no longer offer or redirect to a queue that goes; redirection needs a queue, so it ends. */
export const connectionsWithoutQueue = <T extends Connection>(
  connections: Iterable<T>,
  queueId: number,
): T[] =>
  [...connections]
    .filter(
      (one) =>
        one.queueIds.includes(queueId) ||
        one.sendIdQueue === queueId ||
        one.queueIdImportMessages === queueId,
    )
    .map((one) => ({
      ...one,
      queueIds: without(one.queueIds, queueId),
      ...(one.sendIdQueue === queueId ? { sendIdQueue: null, timeSendQueue: 0 } : {}),
      ...(one.queueIdImportMessages === queueId
        ? { queueIdImportMessages: null, enableImportMessage: false }
        : {}),
    }));

const leadsTo = (options: readonly ChatbotOption[], queueId: number): boolean =>
  options.some((option) => option.optQueueId === queueId || leadsTo(option.options, queueId));

const optionsWithout = (options: readonly ChatbotOption[], queueId: number): ChatbotOption[] =>
  options.map((option) => ({
    ...option,
    ...(option.optQueueId === queueId ? { optQueueId: null, queueType: 'text' as const } : {}),
    options: optionsWithout(option.options, queueId),
  }));

/** Other queues whose options led to a queue that goes: those options say their text and lead nowhere. */
export const queuesWithoutQueue = <T extends Queue>(queues: Iterable<T>, queueId: number): T[] =>
  [...queues]
    .filter((queue) => queue.id !== queueId && leadsTo(queue.chatbots, queueId))
    .map((queue) => ({ ...queue, chatbots: optionsWithout(queue.chatbots, queueId) }));
