import { systemClock } from '../clock.ts';
import { log } from '../log.ts';
import type { Table } from '../table/table.ts';
import { closeSocket } from './close-socket.ts';
import { postToSocket } from './post-to-socket.ts';
import { OPENING_MAX_MS, type OpenSocket, removeSockets, type SocketRef } from './sockets.ts';

/** Posts in flight at once. */
const MAX_PARALLEL_POSTS = 64;

type Listener = SocketRef & Pick<OpenSocket, 'rowCreatedAt'>;
/** The frames of each WebSocket connection, in order, as UTF-8 text. */
export type SocketFrames = ReadonlyMap<Listener, readonly Uint8Array[]>;

/**
 * Where this many sockets of a company did not listen and this long has passed, those still to come are ended: their
 * browsers come back and fetch what they missed, and the events of other companies do not wait for a crowd that does not
 * listen. Time alone ends nobody: when all is slow, reconnects would make it slower.
 */
const DEAF_SOCKETS_MAX = 32;
const DELIVERY_MAX_MS = 3_000;

/** Whether a socket that cannot be found may be one that has yet to open. */
const mayBeOpening = ({ rowCreatedAt }: Listener): boolean =>
  systemClock.now() - Date.parse(rowCreatedAt) < OPENING_MAX_MS;

/**
 * Sends frames: in order for each socket, to many sockets at once. A socket that is gone, or that did not take a
 * frame, loses its row; the latter is closed too, so that its browser comes back and fetches what it missed. One that has
 * yet to open keeps its row: without it, it would open and hear nothing, and what it misses its browser fetches then.
 */
export const deliverFrames = async (table: Table, frames: SocketFrames): Promise<void> => {
  const startedAt = systemClock.now();
  const lost: SocketRef[] = [];
  const closing: Promise<void>[] = [];
  const queue = [...frames].values();

  const work = async (): Promise<void> => {
    for (const [socket, waiting] of queue) {
      for (const frame of waiting) {
        const isDeafCrowd =
          closing.length >= DEAF_SOCKETS_MAX && systemClock.now() - startedAt > DELIVERY_MAX_MS;
        const result = isDeafCrowd ? 'failed' : await postToSocket(socket.socketId, frame);
        if (result === 'sent') continue;
        if (result === 'gone' && mayBeOpening(socket)) break;
        lost.push(socket);
        // At once: the post that hangs on it keeps a connection from others' until then.
        if (result === 'failed') closing.push(closeSocket(socket.socketId));
        break;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_POSTS, frames.size) }, work));

  if (lost.length === 0) return;
  await Promise.all([removeSockets(table, lost), ...closing]);
  log.info('sockets were lost', {
    sockets: frames.size,
    gone: lost.length - closing.length,
    failed: closing.length,
    ms: systemClock.now() - startedAt,
  });
};
