import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { ReachoutTimelockState, WASocket } from 'baileys';
import type { ConnectionRef } from './ports.ts';

/** How a connection is doing, for operators. No numbers, names or texts. */
export interface ConnectionHealth extends ConnectionRef {
  epoch: number;
  status: string;
  /** Why it is not up; empty while it is. */
  reason: string;
  /** Epoch milliseconds of the last frame from WhatsApp; 0 before the first. */
  lastFrameAt: number;
  reconnects: number;
  /** When the session was dropped because something did not answer (the log, the key store, a handler), epoch milliseconds. */
  stuckAt: readonly number[];
  /** When the line was lost lately, epoch milliseconds. */
  droppedAt: readonly number[];
  qrCodes: number;
  /** Messages that could not be decrypted, and those of them that came readable later. */
  undecryptable: number;
  recovered: number;
  /** Messages that only the phone shows. */
  viewOnce: number;
  /** WhatsApp's limit on writing to strangers, where it told one. */
  restriction?: ReachoutTimelockState;
  /** New conversations allowed and used, where WhatsApp told them. */
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
 * Keeps the health of an account up to date from now on, in memory. Each opened socket asks WhatsApp once what the account
 * may do, since it tells of changes only.
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
    // Comes back as an update, like what is told later.
    socket.fetchAccountReachoutTimelock().catch(unanswered);
    socket.fetchNewChatMessageCap().then((quota) => {
      health.quota = quota;
    }, unanswered);
  });
};

/** One write to the log that takes as long as this does not end any more. */
const STALLED_MS = 30_000;
/** A session that is stuck so often within this time is not helped by another socket. */
const STUCK_TIMES = 3;
const STUCK_WINDOW_MS = 10 * 60_000;

/**
 * Whether a host works, for the container's health check: a new process helps where the log does not answer, or where a
 * session is stuck again and again.
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
  /** Age of the oldest of them that should be on the queue within seconds. */
  walOldestMs: number;
  /** How long the log has been busy with one write. */
  walStalledMs: number;
  inboundWaiting: number;
  connections: ConnectionHealth[];
}
