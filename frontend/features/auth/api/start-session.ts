import { refreshSession } from '../../../lib/api/refresh-session.ts';
import { closeSession } from '../../../lib/session/session-store.ts';
import { readStored } from '../../../lib/storage.ts';

/** Takes up the session that this browser still holds, or settles that there is none. Never fails. */
export const startSession = async (): Promise<void> => {
  if (readStored('signedIn') !== true) {
    closeSession();
    return;
  }
  try {
    await refreshSession(null);
  } catch {
    // Refused or unreachable: the sign-in page is where either is dealt with.
    closeSession();
  }
};
