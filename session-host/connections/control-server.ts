import { createServer, type Server } from 'node:http';
import { type HostHealth, isWell } from './health.ts';

/** Serves `GET /health` for operators, and for the container's health check: 503 if a new process would help. */
export const startControlServer = async (
  port: number,
  address: string,
  health: () => HostHealth,
): Promise<Server> => {
  const server = createServer((request, response) => {
    const isHealth = request.method === 'GET' && request.url === '/health';
    const told = isHealth ? health() : undefined;
    const status = told === undefined ? 404 : isWell(told, Date.now()) ? 200 : 503;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(told ?? { error: 'not found' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, address, resolve);
  });
  return server;
};
