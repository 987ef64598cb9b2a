import { isGone, postToConnection } from '../aws/api-gateway-management.ts';
import { errorFields, log } from '../log.ts';

/**
 * Timeout of a post, retries included, so that the next event of other clients does not wait. In two steps, because a
 * process that was suspended for a while runs its timers first and sees the responses only afterwards.
 */
const PATIENCE_MS = 800;
const GRACE_MS = 600;

/**
 * `gone`: the WebSocket connection no longer exists. `failed`: the frame may not have arrived, so the WebSocket
 * connection must be closed; its browser then reconnects and fetches the missed events.
 */
export type PostResult = 'sent' | 'gone' | 'failed';

/** Thrown when a client is too slow. Its call continues on its own and ends with the WebSocket connection. */
class SlowSocket extends Error {
  constructor() {
    super('the socket did not take the frame in time');
    this.name = 'SlowSocket';
  }
}

/** Sends a frame to a WebSocket connection. Retries after throttling and network errors, but not after a timeout. */
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
