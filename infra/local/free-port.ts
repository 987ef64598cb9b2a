import { createServer } from 'node:net';

/** Returns a loopback port that was free a moment ago. The caller must handle losing the race for it. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('no free loopback port'));
      });
    });
  });
