import { isGone, postToConnection } from '../aws/api-gateway-management.ts';
import { errorFields, log } from '../log.ts';

/**
 * A client that takes longer, all tries included, is given up, so that the others' next event does not wait for it. In
 * two steps: a process that stood still for a while sees its timers first, and only then the answers that have come
 * meanwhile.
 */
const PATIENCE_MS = 800;
const GRACE_MS = 600;

/**
 * `gone`: there is no such socket any more. `failed`: it may not have got the frame, and must be closed, so that its
 * browser comes back and fetches what it missed.
 */
export type PostResult = 'sent' | 'gone' | 'failed';

/** The client went on for too long. Its call goes on by itself and ends with the socket. */
class SlowSocket extends Error {
  constructor() {
    super('the socket did not take the frame in time');
    this.name = 'SlowSocket';
  }
}

/** Sends a frame to a socket. Throttling and broken connections are tried again, slowness is not. */
export const postToSocket = async (socketId: string, frame: Uint8Array): Promise<PostResult> => {
  const { promise: impatience, reject } = Promise.withResolvers<never>();
  let timer = setTimeout(() => {
    timer = setTimeout(() => reject(new SlowSocket()), GRACE_MS);
  }, PATIENCE_MS);
  try {
    await Promise.race([postToConnection(socketId, frame), impatience]);
    return 'sent';
  } catch (error) {
    if (isGone(error)) return 'gone';
    log.warn('a frame was not delivered', { socketId, ...errorFields(error) });
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
};
