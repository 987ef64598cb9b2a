import type { SessionReason } from '@prosa/shared/rules/session-reason.ts';
import { ProxyFailed } from '../socket/tunnel.ts';

/** Reasons why a socket ended or a login was refused, by Baileys' status codes. */
export const DISCONNECT = {
  loggedOut: 401,
  temporarilyBanned: 402,
  forbidden: 403,
  clientOutdated: 405,
  unlinked: 406,
  timedOut: 408,
  badUserAgent: 409,
  multideviceMismatch: 411,
  connectionClosed: 428,
  connectionReplaced: 440,
  badSession: 500,
  unavailableService: 503,
  restartRequired: 515,
  /** Not a code of WhatsApp: its servers were not reached because the connection's proxy does not connect. */
  proxyFailed: -1,
} as const;
const UNKNOWN_CODE = 0;
/** Baileys' names of errors below the protocol: of DNS lookup, TLS, or the upgrade to a WebSocket. */
const BELOW_PROTOCOL = 'WebSocket Error';
const HTTP_ANSWER = 'Unexpected server response';

/**
 * Returns the code of a disconnect, from Baileys' error; 0 if it has none. Baileys also makes codes of errors below
 * the protocol, which say nothing about the WhatsApp session: a 401 from a proxy or gateway on the way to WhatsApp
 * must not delete the credentials.
 */
export const disconnectCodeOf = (error: unknown): number => {
  if (typeof error !== 'object' || error === null) return UNKNOWN_CODE;
  if ('data' in error && error.data instanceof ProxyFailed) return DISCONNECT.proxyFailed;
  if (error instanceof Error && error.message.startsWith(BELOW_PROTOCOL))
    return error.message.includes(HTTP_ANSWER) ? DISCONNECT.unavailableService : UNKNOWN_CODE;
  if (!('output' in error)) return UNKNOWN_CODE;
  const { output } = error;
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return UNKNOWN_CODE;
  return typeof output.statusCode === 'number' ? output.statusCode : UNKNOWN_CODE;
};

export const MAX_QR_CODES = 3;
/**
 * Maximum of QR codes while a pairing code is shown. Typing a code takes longer than a scan, so QR codes are renewed as
 * long as WhatsApp accepts the pairing code.
 */
export const MAX_QR_CODES_BESIDE_A_CODE = 6;
export const MAX_RECONNECTS_A_MINUTE = 6;
const MINUTE_MS = 60_000;
const BACKOFF_BASE_MS = 1000;
const BACKOFF_MAX_MS = 60_000;
const UNAVAILABLE_BASE_MS = 15_000;
const MAX_BAD_SESSIONS = 3;
/**
 * A request that is refused until a user or operator acts is retried rarely, because frequent retries get a number
 * blocked.
 */
const REFUSED_BASE_MS = 15 * MINUTE_MS;
const REFUSED_MAX_MS = 60 * MINUTE_MS;

export interface DisconnectFacts {
  code: number;
  /** Whether the device is linked, so that there are credentials to reconnect with. */
  linked: boolean;
  /** Failed attempts since the socket was last open. */
  attempt: number;
  /** Whether a newer version of WhatsApp Web is known than the reported one. */
  hasNewerVersion: boolean;
  /**
   * Times of the reconnects so far in milliseconds, on one monotonic clock; those older than a minute may be left
   * out.
   */
  recentReconnects: readonly number[];
  nowMs: number;
  /** 0 ≤ random < 1. */
  random: number;
}

export type DisconnectDecision =
  | { action: 'reconnect'; delayMs: number; reason: SessionReason | 'restart-required' }
  /** Retry after a quarter of an hour, then hourly, and alert whoever can fix the cause. */
  | { action: 'slow'; delayMs: number; reason: SessionReason }
  /** Keep the credentials, release the lease, wait for a user. */
  | { action: 'stop'; reason: SessionReason; alert: boolean }
  /** Like `stop`, and delete the credentials, because they are invalid. */
  | { action: 'wipe'; reason: SessionReason; alert: boolean };

/** Whether a login was refused with a code of yet unknown meaning. */
const isRefusal = (code: number): boolean =>
  code >= 400 && code < 500 && code !== DISCONNECT.timedOut && code !== DISCONNECT.connectionClosed;

/** Returns the milliseconds until another reconnect stays within six a minute. */
const paceMs = (recent: readonly number[], nowMs: number): number => {
  const inWindow = recent.filter((at) => nowMs - at < MINUTE_MS);
  const oldest = inWindow.at(-MAX_RECONNECTS_A_MINUTE);
  return oldest === undefined ? 0 : MINUTE_MS - (nowMs - oldest);
};

/** Decides the reaction to a disconnect: by code, with full jitter before a reconnect. */
export const decideReconnect = (facts: DisconnectFacts): DisconnectDecision => {
  const { code, attempt, random } = facts;
  const reconnect = (reason: SessionReason | 'restart-required', baseMs: number): DisconnectDecision => {
    const ceilingMs = Math.min(BACKOFF_MAX_MS, baseMs * 2 ** Math.min(attempt, 10));
    const delayMs = Math.max(Math.round(ceilingMs * random), paceMs(facts.recentReconnects, facts.nowMs));
    return { action: 'reconnect', delayMs, reason };
  };
  const slow = (reason: SessionReason): DisconnectDecision => {
    // Nobody scans a code that comes after a quarter of an hour.
    if (!facts.linked) return { action: 'stop', reason, alert: true };
    const ceilingMs = Math.min(REFUSED_MAX_MS, REFUSED_BASE_MS * 2 ** Math.min(attempt, 10));
    return { action: 'slow', delayMs: Math.round(ceilingMs * (0.5 + random / 2)), reason };
  };
  switch (code) {
    case DISCONNECT.restartRequired:
      return reconnect('restart-required', 0);
    case DISCONNECT.connectionReplaced:
      return { action: 'stop', reason: 'replaced', alert: true };
    case DISCONNECT.loggedOut:
      return { action: 'wipe', reason: 'logged-out', alert: facts.linked };
    case DISCONNECT.unlinked:
      return { action: 'wipe', reason: 'unlinked', alert: facts.linked };
    case DISCONNECT.temporarilyBanned:
      return { action: 'stop', reason: 'suspended', alert: true };
    case DISCONNECT.clientOutdated:
      return facts.hasNewerVersion ? reconnect('restart-required', BACKOFF_BASE_MS) : slow('client-outdated');
    case DISCONNECT.badUserAgent:
      return slow('client-refused');
    case DISCONNECT.forbidden:
      return { action: 'stop', reason: 'forbidden', alert: true };
    case DISCONNECT.multideviceMismatch:
      return { action: 'stop', reason: 'multidevice-mismatch', alert: true };
    case DISCONNECT.badSession:
      if (attempt >= MAX_BAD_SESSIONS) return { action: 'stop', reason: 'bad-session', alert: true };
      return reconnect('bad-session', BACKOFF_BASE_MS);
    case DISCONNECT.unavailableService:
      return reconnect('unavailable', UNAVAILABLE_BASE_MS);
    case DISCONNECT.proxyFailed:
      if (!facts.linked) return { action: 'stop', reason: 'proxy-failed', alert: false };
      return reconnect('proxy-failed', BACKOFF_BASE_MS);
    default:
      if (isRefusal(code)) return slow('refused');
      // Without credentials a lost socket ends the pairing; a user must request a new code.
      if (!facts.linked) return { action: 'stop', reason: 'pairing-ended', alert: false };
      return reconnect(code === DISCONNECT.timedOut ? 'timed-out' : 'connection-lost', BACKOFF_BASE_MS);
  }
};
