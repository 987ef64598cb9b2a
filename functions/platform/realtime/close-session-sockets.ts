import { closeSockets } from './sockets.ts';

/** Ends the live channels of one session, as logging out does (S-67). */
export const closeSessionSockets = async (companyId: number, sessionId: string): Promise<void> => {
  await closeSockets(companyId, (socket) => socket.sessionId === sessionId);
};
