import { systemClock } from '../clock.ts';
import { log } from '../log.ts';
import type { Table } from '../table/table.ts';
import { closeSocket } from './close-socket.ts';
import { postToSocket } from './post-to-socket.ts';
import { removeSockets } from './sockets.ts';

/** Posts in flight at once. */
const MAX_PARALLEL_POSTS = 64;

/** What each socket is to get, in order, as text in UTF-8. */
export type SocketFrames = ReadonlyMap<string, readonly Uint8Array[]>;

/**
 * Sends frames: in order for each socket, to many sockets at once. A socket that is gone, or that did not take a
 * frame, loses its row; the latter is closed too, so that its browser comes back and fetches what it missed.
 */
export const deliverFrames = async (table: Table, frames: SocketFrames): Promise<void> => {
  const startedAt = systemClock.now();
  const lost: string[] = [];
  const failed: string[] = [];
  const queue = [...frames].values();

  const work = async (): Promise<void> => {
    for (const [socketId, waiting] of queue) {
      for (const frame of waiting) {
        const result = await postToSocket(socketId, frame);
        if (result === 'sent') continue;
        lost.push(socketId);
        if (result === 'failed') failed.push(socketId);
        break;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_POSTS, frames.size) }, work));

  if (lost.length === 0) return;
  await removeSockets(table, lost);
  await Promise.all(failed.map(closeSocket));
  log.info('sockets were lost', {
    sockets: frames.size,
    gone: lost.length - failed.length,
    failed: failed.length,
    ms: systemClock.now() - startedAt,
  });
};
