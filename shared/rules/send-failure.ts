import type { Message } from '../entities/message.ts';

/** Every send, also a retry, has an outcome within this time in milliseconds, in all circumstances (R26). */
export const OUTCOME_WITHIN_MS = 90_000;
/**
 * Maximum time that a message waits for its connection. The rest of `OUTCOME_WITHIN_MS` is for reporting the failure
 * before the message would become unknown.
 */
export const SEND_WAIT_MS = OUTCOME_WITHIN_MS - 10_000;
/**
 * Maximum time that a message of a campaign waits for its turn, because nobody waits for it. After that the campaign
 * itself tries again.
 */
export const CAMPAIGN_SEND_WAIT_MS = 10 * 60_000;

/** Reasons why a message was not sent that a user can act on; other reasons are stored unchanged. */
export const SEND_FAILURES = [
  'not-connected',
  /** At every attempt its connection belonged to another host, or was not up. */
  'connection-unavailable',
  'no-whatsapp-identity',
  'media-missing',
  /** WhatsApp got too many messages or requests, for longer than the message could wait. */
  'rate-limited',
  /** The provider sends this content only within its window after the contact's last message. */
  'window-closed',
  /** The contact has no account at the provider, or its app is too old. */
  'unreachable',
  /** The contact blocked the company, or the company blocked the contact. */
  'blocked',
  /** The contact wants no marketing messages. */
  'opted-out',
  /** The provider limits how many such messages one person gets. */
  'recipient-limit',
  /** The provider restricted the account, for example because people reported it. */
  'account-restricted',
  /** The provider needs a payment method of the company. */
  'payment-missing',
  /** The template is not approved, is paused, or does not match its parameters. */
  'template-refused',
  /** The provider does not accept the file's type or size. */
  'media-refused',
  /** The provider no longer accepts the account's access token. */
  'relink-needed',
  /** The provider's own failure. */
  'provider-failed',
  /** The provider did not respond for as long as the message could wait; it was not given the message. */
  'provider-unavailable',
  /** Our process ended while the provider was sending. */
  'interrupted',
  /** Refused by the provider: stored with its code, `refused-<code>`. */
  'refused',
] as const;
export type SendFailure = (typeof SEND_FAILURES)[number];

/** Returns the known failure of a stored reason. */
export const sendFailureOf = (reason: string): SendFailure | undefined =>
  SEND_FAILURES.find((failure) => failure === reason || (failure === 'refused' && /^refused-/.test(reason)));

const OF_CONNECTION: ReadonlySet<string> = new Set<SendFailure>([
  'not-connected',
  'connection-unavailable',
  'provider-unavailable',
]);

/**
 * Whether a message of ours was certainly not sent, and only because its connection or provider was down: many may be
 * retried together. An unknown message may have arrived, and a refused one would be refused again.
 */
export const hasStayed = ({
  sendState,
  sendError,
  isDeleted,
}: Pick<Message, 'sendState' | 'sendError' | 'isDeleted'>): boolean =>
  sendState === 'failed' && !isDeleted && OF_CONNECTION.has(sendError);
