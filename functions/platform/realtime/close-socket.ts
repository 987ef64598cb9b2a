import { deleteConnection, isGone } from '../aws/api-gateway-management.ts';
import { errorFields, log } from '../log.ts';

/**
 * Ends a browser's live channel; one that has ended already is fine. A socket that cannot be closed now loses its row
 * all the same: it gets no more events, and its next frame closes it.
 */
export const closeSocket = async (socketId: string): Promise<void> => {
  try {
    await deleteConnection(socketId);
  } catch (error) {
    if (!isGone(error)) log.warn('a socket was not closed', { socketId, ...errorFields(error) });
  }
};
