import type { Server } from 'node:http';

/** Returns the port of a listening server. */
export const serverPort = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};
