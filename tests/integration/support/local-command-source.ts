import type { LocalQueue } from '@prosa/infra/local/sqs-queue.ts';
import type { CommandSource } from '@prosa/session-host/connections/command-source.ts';
import { QUEUE_NAMES, type QueueName } from '@prosa/shared/resource-names.ts';

const nameOf = ({ name }: LocalQueue): QueueName => {
  const declared = QUEUE_NAMES.find((each) => each === name);
  if (declared === undefined) throw new Error(`no queue ${name} is declared`);
  return declared;
};

/** Reads a local queue like the session host, without the protocol between them. */
export const localCommandSource = (
  queue: LocalQueue,
  whenEmpty: (signal: AbortSignal) => Promise<unknown>,
): CommandSource => ({
  queue: nameOf(queue),
  receive: async (signal) => {
    const messages = queue.receive(10);
    if (messages.length === 0) await whenEmpty(signal);
    await new Promise((resolve) => setImmediate(resolve));
    return messages.map(({ id, body, groupId = '', receipt, receives }) => ({
      id,
      body,
      groupId,
      receipt,
      receives,
    }));
  },
  settle: async (receipts) => {
    for (const receipt of receipts) queue.delete(receipt);
  },
  giveBack: async (receipts, delayS) => {
    for (const receipt of receipts) queue.changeVisibility(receipt, delayS * 1000);
  },
});
