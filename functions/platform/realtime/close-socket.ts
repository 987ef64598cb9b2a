import { deleteConnection, isGone } from '../aws/api-gateway-management.ts';
import { errorFields, log } from '../log.ts';

/**
 * Closes a WebSocket connection. Idempotent. If closing fails, its row is deleted all the same: the WebSocket
 * connection gets no more events, and its next frame closes it.
 */
export const closeSocket = async (socketId: string): Promise<void> => {
  try {
    await deleteConnection(socketId);
  } catch (error) {
    if (!isGone(error)) log.warn('a socket was not closed', { socketId, ...errorFields(error) });
  }
};
