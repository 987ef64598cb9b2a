/** Reasons why a connection's session is down that are shown to users. Each has a text with advice. */
export const SESSION_REASONS = [
  /** The connection was lost, or WhatsApp does not respond: it reconnects automatically. */
  'connection-lost',
  'timed-out',
  'unavailable',
  /** The connection's proxy is down or refuses us: the user who set it has to fix it, while we retry automatically. */
  'proxy-failed',
  /** The credentials are no longer valid: a new pairing helps. */
  'bad-session',
  'multidevice-mismatch',
  'logged-out',
  'unlinked',
  /** Opened elsewhere with the same credentials. */
  'replaced',
  /** The number is blocked, permanently or for some time. */
  'forbidden',
  'suspended',
  /** WhatsApp refuses our client: the operator has to update its version. */
  'client-outdated',
  'client-refused',
  /** Refused with a code without a known meaning. */
  'refused',
  'pairing-ended',
  'qr-not-scanned',
  'passkey-required',
  /** The provider's access token expired or was revoked: an administrator has to link the account again. */
  'token-refused',
  /** The token lacks a permission. */
  'permission-missing',
  /** The provider no longer has the account, or it is no longer linked to its page. */
  'account-gone',
  /** The number is not registered with the provider: an administrator has to register it with its PIN. */
  'not-registered',
  /** The provider locked or restricted the account. */
  'account-locked',
] as const;
export type SessionReason = (typeof SESSION_REASONS)[number];

/**
 * Returns the known reason of a stored one; undefined for reasons that need no text, for example that a user stopped
 * it.
 */
export const sessionReasonOf = (reason: string): SessionReason | undefined =>
  SESSION_REASONS.find((known) => known === reason);

/** Whether a connection is down because its number is not registered with the provider. */
export const isUnregistered = ({ status, reason }: { status: string; reason: string }): boolean =>
  status !== 'CONNECTED' && sessionReasonOf(reason) === 'not-registered';
