import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Linux, macOS and Windows give ports from 32768 or 49152 to outgoing connections, so another program may get such a
 * port before the caller listens on it. These ports are below.
 */
const LOWEST_PORT = 10_000;
const HIGHEST_PORT = 32_000;
const ATTEMPTS = 100;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Returns a random loopback port that was free a moment ago. The caller must handle losing the race for it. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error('no free loopback port');
};
