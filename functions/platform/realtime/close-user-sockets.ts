import { closeSockets } from './sockets.ts';

/** Ends the live channels of all sessions of a user: rights were taken, the password changed, the account is gone. */
export const closeUserSockets = async (companyId: number, userId: number): Promise<void> => {
  await closeSockets(companyId, (socket) => socket.userId === userId);
};
