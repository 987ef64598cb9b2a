import { removeSockets } from '../platform/realtime/sockets.ts';
import { openTable } from '../platform/table/table.ts';
import { forgetFrameBudget } from './frame-budgets.ts';
import { forgetSocketOwner, ownerOfSocket } from './socket-owner.ts';
import type { WebSocketReply } from './web-socket-event.ts';

/**
 * Deletes the row of a WebSocket connection. API Gateway's notice is best effort: rows that it misses are deleted
 * when a post finds their WebSocket connection gone.
 */
export const disconnect = async (socketId: string): Promise<WebSocketReply> => {
  const owner = await ownerOfSocket(socketId);
  forgetSocketOwner(socketId);
  forgetFrameBudget(socketId);
  if (owner !== undefined)
    await removeSockets(openTable(owner.companyId), [{ socketId, userId: owner.userId }]);
  return { statusCode: 200 };
};
