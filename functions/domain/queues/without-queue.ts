import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { ChatbotOption, Queue } from '@prosa/shared/entities/queue.ts';
import type { User } from '@prosa/shared/entities/user.ts';

const without = (ids: readonly number[], id: number): number[] => ids.filter((entry) => entry !== id);

/** Returns the users of a deleted queue, without the queue. */
export const usersWithoutQueue = <T extends User>(users: Iterable<T>, queueId: number): T[] =>
  [...users]
    .filter((user) => user.queueIds.includes(queueId))
    .map((user) => ({ ...user, queueIds: without(user.queueIds, queueId) }));

/**
 * Returns the connections that offered or redirected to a deleted queue, without the queue. The redirection ends,
 * because it needs a queue.
 */
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

const someOption = (options: readonly ChatbotOption[], test: (option: ChatbotOption) => boolean): boolean =>
  options.some((option) => test(option) || someOption(option.options, test));

const mapOptions = (
  options: readonly ChatbotOption[],
  change: (option: ChatbotOption) => Partial<ChatbotOption>,
): ChatbotOption[] =>
  options.map((option) => ({
    ...option,
    ...change(option),
    options: mapOptions(option.options, change),
  }));

/**
 * Returns the other queues whose options led to a deleted queue. Those options then send their text and lead nowhere.
 */
export const queuesWithoutQueue = <T extends Queue>(queues: Iterable<T>, queueId: number): T[] => {
  const leads = (option: ChatbotOption) => option.optQueueId === queueId;
  return [...queues]
    .filter((queue) => queue.id !== queueId && someOption(queue.chatbots, leads))
    .map((queue) => ({
      ...queue,
      chatbots: mapOptions(queue.chatbots, (option) =>
        leads(option) ? { optQueueId: null, queueType: 'text' } : {},
      ),
    }));
};

/**
 * Returns the queues whose options led to a deleted user. Those options then lead to the queue that they name next to
 * the user, or only send their text.
 */
export const queuesWithoutUser = <T extends Queue>(queues: Iterable<T>, userId: number): T[] => {
  const leads = (option: ChatbotOption) => option.optUserId === userId;
  return [...queues]
    .filter((queue) => someOption(queue.chatbots, leads))
    .map((queue) => ({
      ...queue,
      chatbots: mapOptions(queue.chatbots, (option) => {
        if (!leads(option)) return {};
        if (option.queueType !== 'attendent') return { optUserId: null };
        return { optUserId: null, queueType: option.optQueueId === null ? 'text' : 'queue' };
      }),
    }));
};

/**
 * Removes a deleted file list from queues and their options. An option that sent it sends only its text afterwards.
 * @returns the queues that changed
 */
export const queuesWithoutFileList = <T extends Queue>(queues: Iterable<T>, fileListId: number): T[] => {
  const sends = (option: ChatbotOption) => option.optFileId === fileListId;
  return [...queues]
    .filter((queue) => queue.fileListId === fileListId || someOption(queue.chatbots, sends))
    .map((queue) => ({
      ...queue,
      fileListId: queue.fileListId === fileListId ? null : queue.fileListId,
      chatbots: mapOptions(queue.chatbots, (option) => {
        if (!sends(option)) return {};
        return { optFileId: null, ...(option.queueType === 'file' ? { queueType: 'text' } : {}) };
      }),
    }));
};
