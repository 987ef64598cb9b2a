import { setTimeout as wait } from 'node:timers/promises';
import { deleteConnection, isGone } from '../aws/api-gateway-management.ts';
import { errorFields, log } from '../log.ts';

/** Waits between the attempts to close a connection that is still opening: API Gateway knows it a moment later. */
const OPENING_WAITS_MS = [100, 200, 400];

/**
 * Closes a WebSocket connection. Idempotent. If closing fails, its row is deleted all the same: the WebSocket
 * connection gets no more events, and its next frame closes it.
 * @param mayBeOpening whether `$connect` accepted it a moment ago, so that it may not be open yet
 */
export const closeSocket = async (socketId: string, { mayBeOpening = false } = {}): Promise<void> => {
  for (const waitMs of [...(mayBeOpening ? OPENING_WAITS_MS : []), undefined]) {
    try {
      return await deleteConnection(socketId);
    } catch (error) {
      if (!isGone(error)) {
        log.warn('a socket was not closed', { socketId, ...errorFields(error) });
        return;
      }
      if (waitMs !== undefined) await wait(waitMs);
    }
  }
};
