/**
 * How long a message waits for its connection to come back, in milliseconds. It has its outcome within 90 s whatever
 * happens (R26), of which an answer that is lost takes 15 s and the trip there and back the rest.
 */
export const SEND_WAIT_MS = 60_000;

/** Why a message was not sent, where a person can do something about it; other reasons are kept as they came. */
export const SEND_FAILURES = [
  'not-connected',
  /** Its connection was another host's, or not up, at every try. */
  'connection-unavailable',
  'no-whatsapp-identity',
  'media-missing',
  /** By WhatsApp: stored with its code, `refused-<code>`. */
  'refused',
] as const;
export type SendFailure = (typeof SEND_FAILURES)[number];

/** The known failure that a stored reason means. */
export const sendFailureOf = (reason: string): SendFailure | undefined =>
  SEND_FAILURES.find((failure) => failure === reason || (failure === 'refused' && /^refused-/.test(reason)));
