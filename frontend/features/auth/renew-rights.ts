import { ApiError } from '../../lib/api-error.ts';
import { endElsewhere } from '../../lib/end-elsewhere.ts';
import { refreshSession } from '../../lib/refresh-session.ts';
import { sessionStore } from '../../lib/session-store.ts';

/** Rights changed or sessions were ended: the refresh cookie tells which. */
export const renewRights = async (): Promise<void> => {
  try {
    await refreshSession(sessionStore.getState().token);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) endElsewhere();
    else throw error;
  }
};
