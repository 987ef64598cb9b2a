import { ApiError } from '../../../lib/api/api-error.ts';
import { refreshSession } from '../../../lib/api/refresh-session.ts';
import { startPage } from '../../../lib/session/page-start.ts';
import { awaitServer, closeSession } from '../../../lib/session/session-store.ts';
import { readStored } from '../../../lib/storage.ts';

/** Retry interval while the server starts. A local server starts within seconds. */
const STARTING_MS = 1000;
/** Retry interval while the server cannot be reached; when the network returns, the next attempt starts at once. */
const UNREACHABLE_MS = 5000;

/** Calls back once: after a delay, or when the network returns. */
const laterOrOnline = (work: () => void, ms: number): void => {
  const once = () => {
    clearTimeout(timer);
    globalThis.removeEventListener('online', once);
    work();
  };
  const timer = setTimeout(once, ms);
  globalThis.addEventListener('online', once);
};

/**
 * Resumes this browser's sign-in session, or sets the state to signed out. Retries while the server is starting or
 * cannot be reached. Never throws.
 */
export const startSession = async (): Promise<void> => {
  if (readStored('signedIn') !== true) {
    closeSession();
    return;
  }
  try {
    await refreshSession(null, startPage());
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'ERR_STARTING' || code === 'ERR_NETWORK') {
      awaitServer(code === 'ERR_STARTING' ? 'starting' : 'unreachable');
      laterOrOnline(() => void startSession(), code === 'ERR_STARTING' ? STARTING_MS : UNREACHABLE_MS);
      return;
    }
    // Refused: the sign-in page handles that.
    closeSession();
  }
};
