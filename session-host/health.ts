import type { ReachoutTimelockState } from 'baileys';
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
  qrCodes: 0,
  undecryptable: 0,
  recovered: 0,
  viewOnce: 0,
});

export interface HostHealth {
  shard: number;
  uptimeS: number;
  residentMb: number;
  /** Decrypted messages that the queue has not accepted yet. */
  walEntries: number;
  inboundWaiting: number;
  connections: ConnectionHealth[];
}
