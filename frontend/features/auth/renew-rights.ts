import { ApiError } from '../../lib/api/api-error.ts';
import { refreshSession } from '../../lib/api/refresh-session.ts';
import { endElsewhere } from '../../lib/session/end-elsewhere.ts';
import { sessionStore } from '../../lib/session/session-store.ts';

/** Rights changed or sessions were ended: the refresh cookie tells which. */
export const renewRights = async (): Promise<void> => {
  try {
    await refreshSession(sessionStore.getState().token);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) endElsewhere();
    else throw error;
  }
};
