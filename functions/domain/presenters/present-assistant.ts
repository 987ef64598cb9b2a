import type { AssistantRecord, AssistantView } from '@prosa/shared/contracts/assistants.ts';
import type { Assistant, AssistantUsage } from '@prosa/shared/entities/assistant.ts';
import type { DirectoryQueue } from '@prosa/shared/entities/queue.ts';

interface Stored {
  version: number;
  rowUpdatedAt: string;
}

/** Presents an assistant without its keys, for events. */
export const presentAssistantRecord = ({
  apiKey,
  voiceKey,
  rowUpdatedAt,
  ...assistant
}: Assistant & Stored): AssistantRecord => ({
  ...assistant,
  apiKey: '',
  apiKeyLast4: apiKey?.hint ?? '',
  voiceKey: '',
  voiceKeyLast4: voiceKey?.hint ?? '',
  updatedAt: rowUpdatedAt,
});

/** Presents an assistant without its keys, with its queue, its use in the current month and its pause. */
export const presentAssistant = (
  assistant: Assistant & Stored,
  queues: ReadonlyMap<number, Pick<DirectoryQueue, 'id' | 'name' | 'color'>>,
  usage: Pick<AssistantUsage, 'month' | 'tokens' | 'answers'>,
  pausedUntil: string | null,
): AssistantView => {
  const queue = queues.get(assistant.queueId);
  return {
    ...presentAssistantRecord(assistant),
    queue: queue === undefined ? null : { id: queue.id, name: queue.name, color: queue.color },
    usage: { month: usage.month, tokens: usage.tokens, answers: usage.answers },
    pausedUntil,
  };
};
