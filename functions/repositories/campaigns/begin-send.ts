import { systemClock } from '../../platform/clock.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadReceiver, type ReceiverKey, receiverItem } from './receivers.ts';

/**
 * Marks the send of a message that is stored nowhere as begun, on its receiver, before the provider is called. One read
 * and one write.
 * @returns `interrupted` if it was begun before and has no outcome; `over` if it has one, or is not the newest message
 */
export const beginReceiverSend = (
  table: Table,
  key: ReceiverKey,
  messageId: string,
): Promise<'begun' | 'interrupted' | 'over'> =>
  retryOnConflict(async () => {
    const receiver = await loadReceiver(table, key);
    const isOpen = receiver?.state === 'sending' || receiver?.state === 'asked';
    if (receiver?.messageId !== messageId || !isOpen) return 'over';
    if (receiver.begun) return 'interrupted';
    await commit([receiverItem(table, receiver, { ...receiver, begun: true }, systemClock.now())]);
    return 'begun';
  });

/** Takes back {@link beginReceiverSend} for a call that the provider certainly did not carry out. */
export const takeBackReceiverSend = (table: Table, key: ReceiverKey, messageId: string): Promise<void> =>
  retryOnConflict(async () => {
    const receiver = await loadReceiver(table, key);
    if (receiver?.messageId !== messageId || !receiver.begun) return;
    await commit([receiverItem(table, receiver, { ...receiver, begun: false }, systemClock.now())]);
  });
