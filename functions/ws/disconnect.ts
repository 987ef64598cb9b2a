import { removeSockets } from '../platform/realtime/sockets.ts';
import { openTable } from '../platform/table/table.ts';
import { companyOfSocket, forgetSocketOwner } from './socket-owner.ts';
import type { WebSocketReply } from './web-socket-event.ts';

/** Forgets a socket. API Gateway's notice is best effort: rows it misses go when a post finds them gone. */
export const disconnect = async (socketId: string): Promise<WebSocketReply> => {
  const companyId = await companyOfSocket(socketId);
  forgetSocketOwner(socketId);
  if (companyId !== undefined) await removeSockets(openTable(companyId), [socketId]);
  return { statusCode: 200 };
};
