import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { ReachoutTimelockState, WASocket } from 'baileys';
import type { ConnectionRef } from './ports.ts';

/** The state of a connection, for operators. Without numbers, names or texts. */
export interface ConnectionHealth extends ConnectionRef {
  epoch: number;
  status: string;
  /** Why it is not connected; empty while it is. */
  reason: string;
  /** Epoch milliseconds of the last frame from WhatsApp; 0 before the first. */
  lastFrameAt: number;
  reconnects: number;
  /**
   * When the WhatsApp session was dropped because a part hung (the log, the key store, a handler), epoch
   * milliseconds.
   */
  stuckAt: readonly number[];
  /** Recent times when the connection to WhatsApp was lost, epoch milliseconds. */
  droppedAt: readonly number[];
  qrCodes: number;
  /** Messages that could not be decrypted, and those of them that arrived readable later. */
  undecryptable: number;
  recovered: number;
  /** Messages that only the phone can show. */
  viewOnce: number;
  /** WhatsApp's limit on writing to strangers, if it reported one. */
  restriction?: ReachoutTimelockState;
  /** New conversations allowed and used, if WhatsApp reported them. */
  quota?: unknown;
}

export const newHealth = (ref: ConnectionRef, epoch: number): ConnectionHealth => ({
  ...ref,
  epoch,
  status: 'OPENING',
  reason: '',
  lastFrameAt: 0,
  reconnects: 0,
  stuckAt: [],
  droppedAt: [],
  qrCodes: 0,
  undecryptable: 0,
  recovered: 0,
  viewOnce: 0,
});

/**
 * Keeps the health of an account up to date in memory. Asks WhatsApp for the account's limits once per opened socket,
 * because WhatsApp reports only changes.
 */
export const hearAccount = (socket: WASocket, health: ConnectionHealth): void => {
  socket.ws.on('frame', () => {
    health.lastFrameAt = Date.now();
  });
  socket.ev.on('message-capping.update', (quota) => {
    health.quota = quota;
  });
  const unanswered = (error: unknown): void => {
    const { companyId, connectionId } = health;
    log.info('WhatsApp does not say what the account may do', {
      companyId,
      connectionId,
      ...errorFields(error),
    });
  };
  socket.ev.on('connection.update', ({ connection, reachoutTimeLock }) => {
    if (reachoutTimeLock !== undefined) health.restriction = reachoutTimeLock;
    if (connection !== 'open') return;
    // The answer arrives as an update, like later changes.
    socket.fetchAccountReachoutTimelock().catch(unanswered);
    socket.fetchNewChatMessageCap().then((quota) => {
      health.quota = quota;
    }, unanswered);
  });
};

/** A single write to the log that takes this long is considered to hang. */
const STALLED_MS = 30_000;
/** A WhatsApp session that hangs this often within this time needs a new process, not another socket. */
const STUCK_TIMES = 3;
const STUCK_WINDOW_MS = 10 * 60_000;

/**
 * Whether a host is healthy, for the container's health check. It is not if its log hangs, or if a WhatsApp session
 * hangs repeatedly; a new process helps then.
 */
export const isWell = ({ walStalledMs, connections }: HostHealth, nowMs: number): boolean =>
  walStalledMs < STALLED_MS &&
  connections.every(
    ({ stuckAt }) => stuckAt.filter((at) => nowMs - at < STUCK_WINDOW_MS).length < STUCK_TIMES,
  );

export interface HostHealth {
  shard: number;
  uptimeS: number;
  residentMb: number;
  /** Decrypted messages that the queue has not accepted yet. */
  walEntries: number;
  /** Age of the oldest entry that should be on the queue within seconds. */
  walOldestMs: number;
  /** How long the log's current write has taken. */
  walStalledMs: number;
  inboundWaiting: number;
  connections: ConnectionHealth[];
}
