import type { Message } from '../entities/message.ts';

/** What is said, or said again, has an outcome within this time in milliseconds, whatever happens (R26). */
export const OUTCOME_WITHIN_MS = 90_000;
/**
 * How long it waits for its connection to come back, in milliseconds: as long as the verdict that it did not leaves time
 * to be told before it must be called unknown.
 */
export const SEND_WAIT_MS = OUTCOME_WITHIN_MS - 10_000;

/** Why a message was not sent, where a person can do something about it; other reasons are kept as they came. */
export const SEND_FAILURES = [
  'not-connected',
  /** Its connection was another host's, or not up, at every try. */
  'connection-unavailable',
  'no-whatsapp-identity',
  'media-missing',
  /** WhatsApp got too many messages or questions, for longer than the message could wait. */
  'rate-limited',
  /** By WhatsApp: stored with its code, `refused-<code>`. */
  'refused',
] as const;
export type SendFailure = (typeof SEND_FAILURES)[number];

/** The known failure that a stored reason means. */
export const sendFailureOf = (reason: string): SendFailure | undefined =>
  SEND_FAILURES.find((failure) => failure === reason || (failure === 'refused' && /^refused-/.test(reason)));

const OF_CONNECTION: ReadonlySet<string> = new Set<SendFailure>(['not-connected', 'connection-unavailable']);

/**
 * Whether a message of ours certainly did not leave, and only because its connection was away: many of these may be sent
 * again together. What is unknown may have arrived, and what was refused would be again.
 */
export const hasStayed = ({
  sendState,
  sendError,
  isDeleted,
}: Pick<Message, 'sendState' | 'sendError' | 'isDeleted'>): boolean =>
  sendState === 'failed' && !isDeleted && OF_CONNECTION.has(sendError);
