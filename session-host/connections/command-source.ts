import {
  deleteMessages,
  type ReceivedMessage,
  receiveMessages,
  returnMessages,
} from '@prosa/functions/platform/queue/receive-messages.ts';
import { type Lane, type QueueName, sessionQueue } from '@prosa/shared/resource-names.ts';

/** The source of commands: a FIFO queue per shard and lane. */
export interface CommandSource {
  /** Its queue, whose `QUEUE_RETRIES` say when a command comes again. */
  readonly queue: QueueName;
  /** Waits for the next commands; ends early when the signal aborts. */
  receive(signal: AbortSignal): Promise<ReceivedMessage[]>;
  /** Deletes commands that were processed. */
  settle(receipts: readonly string[]): Promise<void>;
  /** Returns commands for later, or for another host. */
  giveBack(receipts: readonly string[], delayS: number): Promise<void>;
}

export const sqsCommandSource = (shard: number, lane: Lane): CommandSource => {
  const queue = sessionQueue(shard, lane);
  return {
    queue,
    receive: (signal) => receiveMessages(queue, signal),
    settle: (receipts) => deleteMessages(queue, receipts),
    giveBack: (receipts, delayS) => returnMessages(queue, receipts, delayS),
  };
};
