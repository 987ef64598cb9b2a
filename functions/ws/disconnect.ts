import { removeSockets } from '../platform/realtime/sockets.ts';
import { openTable } from '../platform/table/table.ts';
import { forgetFrameBudget } from './frame-budgets.ts';
import { forgetSocketOwner, ownerOfSocket } from './socket-owner.ts';
import type { WebSocketReply } from './web-socket-event.ts';

/** Forgets a socket. API Gateway's notice is best effort: rows it misses go when a post finds them gone. */
export const disconnect = async (socketId: string): Promise<WebSocketReply> => {
  const owner = await ownerOfSocket(socketId);
  forgetSocketOwner(socketId);
  forgetFrameBudget(socketId);
  if (owner !== undefined)
    await removeSockets(openTable(owner.companyId), [{ socketId, userId: owner.userId }]);
  return { statusCode: 200 };
};
