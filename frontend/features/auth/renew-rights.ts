import { ApiError } from '../../lib/api-error.ts';
import { refreshSession } from '../../lib/refresh-session.ts';
import { closeSession, sessionStore } from '../../lib/session-store.ts';
import { clearStored, writeStored } from '../../lib/storage.ts';

/** How long what the session ended with stands before the page begins anew. */
const RELOADED_AFTER_MS = 1000;

/** Nothing of the person stays in this browser, on the screen or in memory; only why, for the sign-in page. */
const endElsewhere = (): void => {
  closeSession('elsewhere');
  clearStored();
  writeStored('ended', 'elsewhere');
  setTimeout(() => globalThis.location.reload(), RELOADED_AFTER_MS);
};

/** Rights changed or sessions were ended: the refresh cookie tells which. */
export const renewRights = async (): Promise<void> => {
  try {
    await refreshSession(sessionStore.getState().token);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) endElsewhere();
    else throw error;
  }
};
