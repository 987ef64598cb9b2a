import type { Server } from 'node:http';

/** The port a server was given. */
export const serverPort = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};
