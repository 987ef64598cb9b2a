import type { QueueBrief, QueueRowView, QueueView } from '@prosa/shared/contracts/queues.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';

/** Presents a queue with the fields that every screen uses. */
export const presentQueueBriefly = ({
  id,
  name,
  color,
  orderQueue,
  closeTicket,
}: QueueBrief): QueueBrief => ({
  id,
  name,
  color,
  orderQueue,
  closeTicket,
});

type Stored = { version: number; rowCreatedAt: string; rowUpdatedAt: string };

/** Presents a stored queue without its options. Leaves out its token, because every user sees this. */
export const presentQueueRow = (queue: Omit<Queue, 'chatbots'> & Stored): QueueRowView => ({
  ...presentQueueBriefly(queue),
  greetingMessage: queue.greetingMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  ativarRoteador: queue.rotation,
  tempoRoteador: queue.rotationMinutes,
  integrationId: queue.integrationId,
  fileListId: queue.fileListId,
  schedules: queue.schedules,
  companyId: queue.companyId,
  createdAt: queue.rowCreatedAt,
  updatedAt: queue.rowUpdatedAt,
  version: queue.version,
});

/** Presents a stored queue for administrators. */
export const presentQueue = (queue: Queue & Stored): QueueView => ({
  ...presentQueueRow(queue),
  chatbots: queue.chatbots,
  token: queue.token,
});

/** Returns queues in the order in which customers see them. */
export const inQueueOrder = <T extends { id: number; orderQueue: number }>(queues: Iterable<T>): T[] =>
  [...queues].sort((a, b) => a.orderQueue - b.orderQueue || a.id - b.id);
