/** Why a socket ended, as Baileys' status codes say it. */
export const DISCONNECT = {
  loggedOut: 401,
  forbidden: 403,
  timedOut: 408,
  multideviceMismatch: 411,
  connectionClosed: 428,
  connectionReplaced: 440,
  badSession: 500,
  unavailableService: 503,
  restartRequired: 515,
} as const;

export const MAX_QR_CODES = 3;
export const MAX_RECONNECTS_A_MINUTE = 6;
const MINUTE_MS = 60_000;
const BACKOFF_BASE_MS = 1000;
const BACKOFF_MAX_MS = 60_000;
const UNAVAILABLE_BASE_MS = 15_000;
const MAX_BAD_SESSIONS = 3;

export interface DisconnectFacts {
  code: number;
  /** The device is linked: there are credentials to come back with. */
  linked: boolean;
  /** Failed attempts since the socket was last open. */
  attempt: number;
  /** Milliseconds, on one monotonic clock, of the reconnects so far; older than a minute may be left out. */
  recentReconnects: readonly number[];
  nowMs: number;
  /** 0 ≤ random < 1. */
  random: number;
}

export type DisconnectDecision =
  | { action: 'reconnect'; delayMs: number; reason: string }
  /** Keep the credentials, let the lease go, wait for a person. */
  | { action: 'stop'; reason: string; alert: boolean }
  /** As `stop`, and the credentials are worthless. */
  | { action: 'wipe'; reason: string; alert: boolean };

/** Milliseconds until one more reconnect keeps the pace of at most six a minute. */
const paceMs = (recent: readonly number[], nowMs: number): number => {
  const inWindow = recent.filter((at) => nowMs - at < MINUTE_MS);
  const oldest = inWindow.at(-MAX_RECONNECTS_A_MINUTE);
  return oldest === undefined ? 0 : MINUTE_MS - (nowMs - oldest);
};

/** What follows a disconnect: by code, with full jitter where it comes back. */
export const decideReconnect = (facts: DisconnectFacts): DisconnectDecision => {
  const { code, attempt, random } = facts;
  const reconnect = (reason: string, baseMs: number): DisconnectDecision => {
    const ceilingMs = Math.min(BACKOFF_MAX_MS, baseMs * 2 ** Math.min(attempt, 10));
    const delayMs = Math.max(Math.round(ceilingMs * random), paceMs(facts.recentReconnects, facts.nowMs));
    return { action: 'reconnect', delayMs, reason };
  };
  switch (code) {
    case DISCONNECT.restartRequired:
      return reconnect('restart-required', 0);
    case DISCONNECT.connectionReplaced:
      return { action: 'stop', reason: 'replaced', alert: true };
    case DISCONNECT.loggedOut:
      return { action: 'wipe', reason: 'logged-out', alert: facts.linked };
    case DISCONNECT.forbidden:
      return { action: 'stop', reason: 'forbidden', alert: true };
    case DISCONNECT.multideviceMismatch:
      return { action: 'stop', reason: 'multidevice-mismatch', alert: true };
    case DISCONNECT.badSession:
      if (attempt >= MAX_BAD_SESSIONS) return { action: 'stop', reason: 'bad-session', alert: true };
      return reconnect('bad-session', BACKOFF_BASE_MS);
    case DISCONNECT.unavailableService:
      return reconnect('unavailable', UNAVAILABLE_BASE_MS);
    default:
      // Without credentials a lost socket ends the pairing; a person asks for a new code.
      if (!facts.linked) return { action: 'stop', reason: 'pairing-ended', alert: false };
      return reconnect(code === DISCONNECT.timedOut ? 'timed-out' : 'connection-lost', BACKOFF_BASE_MS);
  }
};
