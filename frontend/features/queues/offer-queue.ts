import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { call } from '../../lib/api/api-client.ts';
import { notifyError } from '../../lib/screen/notify.ts';
import { refetchConnections } from '../directory/connection-list.ts';

/**
 * Adds a queue to the queues that connections offer. Shows the error of each connection that refuses it.
 * @returns the names of the connections that refused it
 */
export const offerQueue = async (queueId: number, connectionIds: readonly number[]): Promise<string[]> => {
  const refused: string[] = [];
  for (const id of connectionIds) {
    const connection = await call(connectionRoutes.get, { params: { id }, query: {} });
    const body = connectionRoutes.update.body.strip().parse(connection);
    try {
      await call(connectionRoutes.update, {
        params: { id },
        body: { ...body, queueIds: [...new Set([...connection.queueIds, queueId])] },
      });
    } catch (error) {
      notifyError(error);
      refused.push(connection.name);
    }
  }
  if (connectionIds.length > 0) await refetchConnections();
  return refused;
};
