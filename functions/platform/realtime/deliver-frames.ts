import { systemClock } from '../clock.ts';
import { log } from '../log.ts';
import type { Table } from '../table/table.ts';
import { closeSocket } from './close-socket.ts';
import { postToSocket } from './post-to-socket.ts';
import { OPENING_MAX_MS, type OpenSocket, removeSockets, type SocketRef } from './sockets.ts';

/** Maximum of posts in flight. */
const MAX_PARALLEL_POSTS = 64;

type Listener = SocketRef & Pick<OpenSocket, 'rowCreatedAt'>;
/** The frames of each WebSocket connection, in order, as UTF-8 text. */
export type SocketFrames = ReadonlyMap<Listener, readonly Uint8Array[]>;

/**
 * Once this many WebSocket connections of a company did not respond and this time has passed, the remaining ones are
 * closed: their browsers reconnect and fetch the missed events, and other companies' events do not wait for
 * unresponsive browsers. Elapsed time alone closes none, because reconnects would make a slow system slower.
 */
const DEAF_SOCKETS_MAX = 32;
const DELIVERY_MAX_MS = 3_000;

/** Whether a missing WebSocket connection may still be opening. */
const mayBeOpening = ({ rowCreatedAt }: Listener): boolean =>
  systemClock.now() - Date.parse(rowCreatedAt) < OPENING_MAX_MS;

/**
 * Sends frames: in order for each WebSocket connection, to many in parallel. If a WebSocket connection is gone or did
 * not accept a frame, its row is deleted. In the latter case it is closed too, so that its browser reconnects and
 * fetches the missed events. While it is still opening it keeps its row: without the row it would open and receive
 * nothing, and its browser fetches the missed events after opening.
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
        // At once, because until then the hanging post occupies an HTTP connection that others need.
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
