/** Why a connection's session is not up, where a person is told; each has a text that says what to do. */
export const SESSION_REASONS = [
  /** The line was lost, or WhatsApp does not answer: it comes back by itself. */
  'connection-lost',
  'timed-out',
  'unavailable',
  /** The proxy of the connection is away or refuses us: whoever set it mends it; we try again by ourselves. */
  'proxy-failed',
  /** The credentials do not fit any more: a new pairing helps. */
  'bad-session',
  'multidevice-mismatch',
  'logged-out',
  'unlinked',
  /** Opened elsewhere with the same credentials. */
  'replaced',
  /** The number is blocked, for good or for a time. */
  'forbidden',
  'suspended',
  /** WhatsApp refuses our client: the operator raises its version. */
  'client-outdated',
  'client-refused',
  /** With a code that says nothing else. */
  'refused',
  'pairing-ended',
  'qr-not-scanned',
  'passkey-required',
] as const;
export type SessionReason = (typeof SESSION_REASONS)[number];

/** The known reason that a stored one means; undefined for what needs no word, e.g. that a person stopped it. */
export const sessionReasonOf = (reason: string): SessionReason | undefined =>
  SESSION_REASONS.find((known) => known === reason);
