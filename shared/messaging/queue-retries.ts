import type { QueueName } from '../resource-names.ts';

/** Retries of a queue's failed messages, the same for every consumer. */
export interface QueueRetries {
  /** How often a message is received before it goes to the dead-letter queue. */
  maxReceives: number;
  /**
   * Seconds after which the consumer gives a failed message back to its queue, one for each receive; the last one is for
   * all later receives. Only a message whose consumer was killed stays hidden for the queue's visibility timeout.
   */
  delaysS: readonly [number, ...number[]];
}

/** A short fault delays a conversation by a second; a message is lost to no outage of less than seven minutes. */
const PROMPT: QueueRetries = { maxReceives: 8, delaysS: [1, 2, 5, 15, 60, 120, 240] };
/** Work in steps that nobody watches: the same outage, and fewer attempts in its first seconds. */
const PATIENT: QueueRetries = { maxReceives: 8, delaysS: [2, 5, 10, 20, 60, 120, 240] };
/** For other people's servers: 2 s, then twice as long each time, up to five minutes. */
const OUTSIDE: QueueRetries['delaysS'] = [2, 4, 8, 16, 32, 64, 128, 256, 300];
/** Waiting for a provider's rate limit uses up receives, too; a send ends earlier, at its `waitsUntil`. */
const COMMANDS: QueueRetries = { maxReceives: 30, delaysS: OUTSIDE };
/** Within the 90 s after which a user gets the conversation. */
const ANSWERS: QueueRetries = { maxReceives: 5, delaysS: [2, 8, 20, 40] };
/**
 * Waiting for a connection uses up receives, too: twelve cover the time that a message waits (`SEND_WAIT_MS`) plus the
 * longest takeover of a session (45 s). Another host releases its connections within seconds of a deployment.
 */
const SESSION: QueueRetries = { maxReceives: 12, delaysS: [2, 4, 8, 10] };

/** Retries of every queue. A queue without an entry does not compile. */
export const QUEUE_RETRIES: Readonly<Record<QueueName, QueueRetries>> = {
  inbound: PROMPT,
  'meta-webhooks': PROMPT,
  timers: PROMPT,
  'contact-imports': PATIENT,
  'contact-exports': PATIENT,
  'campaign-plans': PATIENT,
  campaigns: PATIENT,
  'history-imports': PATIENT,
  'session-commands-0': SESSION,
  'session-bulk-0': SESSION,
  'channel-commands': COMMANDS,
  'channel-bulk': COMMANDS,
  'webhook-deliveries': { maxReceives: 10, delaysS: OUTSIDE },
  'integration-calls': ANSWERS,
  'assistant-calls': ANSWERS,
};

/**
 * Returns the delay in seconds before a failed message is received again.
 * @param receives how often the message was received so far, at least once
 */
export const retryDelayS = (queue: QueueName, receives: number): number => {
  const { delaysS } = QUEUE_RETRIES[queue];
  return delaysS[Math.min(receives, delaysS.length) - 1] ?? delaysS[0];
};

/** Whether a message that fails now goes to the dead-letter queue. */
export const isLastReceive = (queue: QueueName, receives: number): boolean =>
  receives >= QUEUE_RETRIES[queue].maxReceives;
