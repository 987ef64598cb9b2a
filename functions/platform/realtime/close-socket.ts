import { errorFields, log } from '../log.ts';
import { managementCall } from './management-call.ts';

const GONE = 410;

/**
 * Ends a browser's live channel; one that has ended already is fine. A socket that cannot be closed now loses its row
 * all the same: it gets no more events, and its next frame closes it.
 */
export const closeSocket = async (socketId: string): Promise<void> => {
  try {
    const status = await managementCall('DELETE', socketId);
    if (status >= 300 && status !== GONE) log.warn('a socket was not closed', { socketId, status });
  } catch (error) {
    log.warn('a socket was not closed', { socketId, ...errorFields(error) });
  }
};
