import { deliveryOutboxItem } from '../../repositories/webhooks/webhook-deliveries.ts';
import type { TimerHandler } from './timer-handler.ts';

/**
 * Brings a delivery of a webhook back to its worker, in the FIFO group of its subject, where the worker decides by its
 * state.
 */
export const retryDelivery: TimerHandler<'webhook-retry'> = async ({ table, timer, ids, nowMs }) => ({
  items: [deliveryOutboxItem(table, timer.data, { ids, nowMs })],
});
