import type { QueueView } from '@prosa/shared/contracts/queues.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';

/** A stored queue as the edge shows it. */
export const presentQueue = (
  queue: Queue & { version: number; rowCreatedAt: string; rowUpdatedAt: string },
): QueueView => ({
  id: queue.id,
  name: queue.name,
  color: queue.color,
  orderQueue: queue.orderQueue,
  greetingMessage: queue.greetingMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  closeTicket: queue.closeTicket,
  ativarRoteador: queue.rotation,
  tempoRoteador: queue.rotationMinutes,
  integrationId: queue.integrationId,
  fileListId: queue.fileListId,
  schedules: queue.schedules,
  chatbots: queue.chatbots,
  companyId: queue.companyId,
  createdAt: queue.rowCreatedAt,
  updatedAt: queue.rowUpdatedAt,
  version: queue.version,
});
