import { createServer, type Server } from 'node:http';
import type { HostHealth } from './health.ts';

/** `GET /health` for the container's health check and for operators. */
export const startControlServer = async (
  port: number,
  address: string,
  health: () => HostHealth,
): Promise<Server> => {
  const server = createServer((request, response) => {
    const isHealth = request.method === 'GET' && request.url === '/health';
    response.writeHead(isHealth ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isHealth ? health() : { error: 'not found' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, address, resolve);
  });
  return server;
};
