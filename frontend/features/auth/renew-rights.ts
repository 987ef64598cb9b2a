import { endedBy } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { refreshSession } from '../../lib/api/refresh-session.ts';
import { endSession } from '../../lib/session/end-session.ts';
import { sessionStore } from '../../lib/session/session-store.ts';

/**
 * Refreshes the access token after permissions changed or sign-in sessions were ended; the result shows which of the
 * two happened.
 */
export const renewRights = async (): Promise<void> => {
  try {
    await refreshSession(sessionStore.getState().token);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403))
      endSession(endedBy(error) ?? 'revoked');
    else throw error;
  }
};
