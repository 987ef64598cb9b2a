import { errorFields, log } from '../log.ts';
import { managementCall, type Payload, SlowSocket } from './management-call.ts';

const MAX_ATTEMPTS = 3;
const RETRY_BASE_MS = 25;
const GONE = 410;

/**
 * `gone`: there is no such socket any more. `failed`: it may not have got the frame, and must be closed, so that its
 * browser comes back and fetches what it missed.
 */
export type PostResult = 'sent' | 'gone' | 'failed';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends a frame to a socket. Throttling and broken connections are tried again twice, slowness is not. */
export const postToSocket = async (socketId: string, payload: Payload): Promise<PostResult> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const status = await managementCall('POST', socketId, payload);
      if (status === GONE) return 'gone';
      if (status < 300) return 'sent';
      if (attempt >= MAX_ATTEMPTS || (status !== 429 && status < 500)) {
        log.warn('a frame was refused', { socketId, status });
        return 'failed';
      }
    } catch (error) {
      if (error instanceof SlowSocket || attempt >= MAX_ATTEMPTS) {
        log.warn('a frame was not delivered', { socketId, ...errorFields(error) });
        return 'failed';
      }
    }
    await wait(Math.random() * RETRY_BASE_MS * 2 ** attempt);
  }
};
